/// A descriptor that is closed when its last owner is released.
package final class OwnedDescriptor: Sendable {
  package let value: Int32

  package init(_ value: Int32) { self.value = value }

  deinit { Descriptor.close(value) }
}
