/// The elements of an execution, for `for try await`.
///
/// An iterator starts with the first element and holds only what it has not read yet, so it can follow a stream that
/// never ends.
public struct ExecutionValues<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = ActionError

  let execution: Execution<Element>

  public func makeAsyncIterator() -> Iterator { Iterator(token: Token(execution.record)) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let token: Token

    public mutating func next() async throws(ActionError) -> Element? {
      try await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ActionError) -> Element? {
      let (record, reader) = (token.record, token.reader)
      while !Task.isCancelled {
        switch record.entry(at: reader.place) {
        case .element(let element):
          reader.advance()
          return element
        case .end(.finished): return nil
        case .end(.failure(let error)): throw error
        case .pending:
          await withTaskCancellationHandler {
            await reader.waitForNews(isolation: actor)
          } onCancel: {
            reader.recordChanged()
          }
        }
      }
      return nil
    }
  }

  /// Gives up the place in the record together with the last copy of the iterator.
  fileprivate final class Token: Sendable {
    let record: ExecutionRecord<Element>
    let reader = RecordReader()

    init(_ record: ExecutionRecord<Element>) {
      self.record = record
      record.add(reader)
    }

    deinit { record.remove(reader) }
  }
}
