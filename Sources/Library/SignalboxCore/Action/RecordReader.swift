/// Reads the record of an execution in a task, which can wait for changes.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties.
@usableFromInline final class RecordReader: RecordListener, @unchecked Sendable {
  private let lock = Lock()
  private var nextPlace = 0
  private var hasChange = false
  private var waiting: UnsafeContinuation<Void, Never>?

  @usableFromInline var place: Int { lock.withLock { nextPlace } }

  func advance() { lock.withLock { nextPlace += 1 } }

  @usableFromInline func recordChanged() {
    let continuation = lock.withLock {
      hasChange = waiting == nil
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume()
  }

  /// Waits until the record has changed since the last return. Spurious wake-ups are possible.
  @usableFromInline func waitForChange(isolation: isolated (any Actor)? = #isolation) async {
    await withUnsafeContinuation(isolation: isolation) { continuation in
      let ready = lock.withLock { () -> UnsafeContinuation<Void, Never>? in
        if hasChange {
          hasChange = false
          return continuation
        }
        // Two tasks share the iterator: the first one wakes up spuriously.
        defer { waiting = continuation }
        return waiting
      }
      ready?.resume()
    }
  }
}
