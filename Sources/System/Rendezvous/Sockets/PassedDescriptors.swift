internal import Processes

/// Descriptors that arrived with a message. Those that are not taken are closed.
///
/// Never set `O_NONBLOCK` on them: the flag belongs to the open file, which the sender still uses.
@MainActor
package final class PassedDescriptors {
  /// The most descriptors that one message can carry.
  package static let limit = 16

  private var values: [Int32]

  init(_ values: [Int32] = []) { self.values = values }

  deinit { for value in values { Descriptor.close(value) } }

  package var count: Int { values.count }

  /// Takes the descriptors, in the order in which they were sent. The caller closes them.
  package func take() -> [Int32] {
    defer { values = [] }
    return values
  }

  /// Closes the descriptors.
  func close() {
    for value in take() { Descriptor.close(value) }
  }

  /// Adds descriptors of the same message.
  func append(_ others: PassedDescriptors) { values += others.take() }
}
