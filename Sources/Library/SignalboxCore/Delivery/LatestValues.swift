/// The values of live data, for `for await`.
///
/// Each iterator has its own buffer for one value: a slow iterator skips to the latest value, and always
/// delivers the last one. The iteration ends when the observed object is released, and when the task is
/// cancelled. Neither the sequence nor an iterator keeps the object alive. (The sequence of derived live data
/// retains the sources, as derived live data itself does; its iterators do not.)
///
/// ```swift
/// let temperature = LiveData(data: 20)
/// for await value in temperature.values {
///   print(value)  // prints 20, then 21
///   if value > 20 { break }
///   temperature.data = 21
/// }
/// ```
public struct LatestValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The values or payloads of the observed object.
  public typealias Element = Value
  /// Observing does not fail.
  public typealias Failure = Never

  let subscribe: @Sendable () -> ValueBuffer<Value>

  /// Registers an iterator. It receives the latest value from now on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(buffer: subscribe())
  }

  /// One iteration, with its own buffer.
  public struct Iterator: AsyncIteratorProtocol {
    private let token: ValueBuffer<Value>.Token

    fileprivate init(buffer: ValueBuffer<Value>) { token = ValueBuffer.Token(buffer) }

    /// The latest value that was not delivered yet, or the next one; nil when the object is released or the
    /// task is cancelled.
    public mutating func next() async -> Value? {
      await next(isolation: nil)
    }

    /// The latest value that was not delivered yet, or the next one, on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await token.buffer.next(isolation: actor)
    }
  }
}
