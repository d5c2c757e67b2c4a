internal import Processes

/// A descriptor that is closed when its last owner is released.
final class OwnedDescriptor: Sendable {
  let value: Int32

  init(_ value: Int32) { self.value = value }

  deinit { Descriptor.close(value) }
}
