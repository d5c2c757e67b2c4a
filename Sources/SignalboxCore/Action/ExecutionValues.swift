/// The elements of an execution, for `for try await`.
public struct ExecutionValues<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = ActionError

  let execution: Execution<Element>

  public func makeAsyncIterator() -> Iterator { Iterator(execution: execution) }

  public struct Iterator: AsyncIteratorProtocol {
    let execution: Execution<Element>
    private var place = 0

    init(execution: Execution<Element>) { self.execution = execution }

    public mutating func next() async throws(ActionError) -> Element? {
      try await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ActionError) -> Element? {
      while !Task.isCancelled {
        switch execution.record.entry(at: place) {
        case .element(let element):
          place += 1
          return element
        case .end(.finished): return nil
        case .end(.failure(let error)): throw error
        case .pending:
          let waiter = RecordWaiter(execution.record, place: place)
          await withTaskCancellationHandler {
            await waiter.wait(isolation: actor)
          } onCancel: {
            waiter.resume()
          }
        }
      }
      return nil
    }
  }
}

/// Waits for something at a place in a record, or for its end.
final class RecordWaiter<Element: Sendable>: RecordListener, @unchecked Sendable {
  private let record: ExecutionRecord<Element>
  private let lock = Lock()
  private var continuation: CheckedContinuation<Void, Never>?
  private var isOver = false
  /// The place that is waited for; nil for the end.
  private let awaited: Int?

  init(_ record: ExecutionRecord<Element>, place: Int? = nil) {
    self.record = record
    awaited = place
  }

  var place: Int { awaited ?? .max }

  func wait(isolation: isolated (any Actor)? = #isolation) async {
    record.add(self)
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isLate = lock.withLock {
        if !isOver { self.continuation = continuation }
        return isOver
      }
      if isLate { continuation.resume() }
      recordChanged()
    }
    record.remove(self)
  }

  func recordChanged() {
    if record.result != nil { return resume() }
    if let awaited, case .element = record.entry(at: awaited) { resume() }
  }

  func resume() {
    let continuation = lock.withLock {
      isOver = true
      defer { self.continuation = nil }
      return self.continuation
    }
    continuation?.resume()
  }
}
