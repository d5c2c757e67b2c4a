/// The elements of an execution, for `for try await`.
///
/// An iterator starts with the first element and retains only the elements that it has not read yet, so it
/// can follow a stream that never ends.
///
/// ```swift
/// let count = Action<Int, Int> { (1...$0).publisher }
/// for try await element in count.execute(3).values {
///   print(element)  // prints 1, 2, 3
/// }
/// ```
public struct ExecutionValues<Element: Sendable>: AsyncSequence, Sendable {
  /// The reason why the execution did not complete.
  public typealias Failure = ActionError

  let execution: Execution<Element>

  /// Starts an iteration with the first element of the execution.
  public func makeAsyncIterator() -> Iterator { Iterator(token: Token(execution.record)) }

  /// One iteration, from the first element.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let token: Token

    /// The next element; nil at the end. Throws if the execution failed, was refused or was cancelled.
    public mutating func next() async throws(ActionError) -> Element? {
      try await next(isolation: nil)
    }

    /// The next element, on the caller's actor; nil at the end.
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
            await reader.waitForChange(isolation: actor)
          } onCancel: {
            reader.recordChanged()
          }
        }
      }
      return nil
    }
  }

  /// Removes the reader from the record when the last copy of the iterator is released.
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
