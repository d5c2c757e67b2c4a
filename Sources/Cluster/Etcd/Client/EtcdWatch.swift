/// A watch that has begun. It ends when this is released.
package final class EtcdWatch: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  deinit { task.cancel() }

  /// Ends the watch. After that, an event is reported only if it has arrived before.
  package func cancel() { task.cancel() }
}
