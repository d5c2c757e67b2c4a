internal import Synchronization

/// Values in the order in which they arrived, from any thread.
package final class Recorded<Value: Sendable>: Sendable {
  private let storage = Mutex<[Value]>([])

  package init() {}

  package var values: [Value] { storage.withLock { $0 } }

  package func append(_ value: Value) { storage.withLock { $0.append(value) } }
}
