/// A task's place in the record of an execution, and its waiting for news.
final class RecordReader: RecordListener, @unchecked Sendable {
  private let lock = Lock()
  private var next: Int
  private var hasNews = false
  private var waiting: CheckedContinuation<Void, Never>?

  /// - Parameter place: where to read first; past everything for who only waits for the end.
  init(place: Int = 0) { next = place }

  var place: Int { lock.withLock { next } }

  func advance() { lock.withLock { next += 1 } }

  func recordChanged() {
    let continuation = lock.withLock {
      hasNews = waiting == nil
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume()
  }

  /// Returns once the record has changed since this returned last, perhaps without a reason.
  func waitForNews(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let ready = lock.withLock { () -> CheckedContinuation<Void, Never>? in
        if hasNews {
          hasNews = false
          return continuation
        }
        // Two tasks that share an iterator: the first one looks again.
        defer { waiting = continuation }
        return waiting
      }
      ready?.resume()
    }
  }
}
