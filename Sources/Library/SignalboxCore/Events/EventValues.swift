/// The triggers of an event, for `for await`.
///
/// Each iterator has its own buffer, which ``EventBuffering`` bounds: by default it keeps the newest 1024
/// triggers that were not requested yet. The iteration ends when the event is released, after the triggers
/// in the buffer, and at once when the task is cancelled. Neither the sequence nor an iterator keeps the
/// event alive.
///
/// ```swift
/// let saved = FutureEvent<String>()
/// var names = saved.values.makeAsyncIterator()
/// saved.trigger("a.txt")
/// saved.trigger("b.txt")
/// print(await names.next()!)  // prints a.txt
/// print(await names.next()!)  // prints b.txt
/// ```
public struct EventValues<Payload: Sendable>: AsyncSequence, Sendable {
  /// The payloads of the event.
  public typealias Element = Payload
  /// Events do not fail.
  public typealias Failure = Never

  let subscribe: @Sendable () -> ValueBuffer<Payload>

  /// Registers an iterator. It receives every trigger from now on.
  public func makeAsyncIterator() -> Iterator { Iterator(buffer: subscribe()) }

  /// One iteration, with its own buffer.
  public struct Iterator: AsyncIteratorProtocol {
    private let token: ValueBuffer<Payload>.Token

    fileprivate init(buffer: ValueBuffer<Payload>) { token = ValueBuffer.Token(buffer) }

    /// The number of triggers until now that were dropped because the buffer was full.
    public var droppedCount: Int { token.buffer.droppedCount }

    /// The next trigger that was not delivered yet; nil when the event is released or the task is cancelled.
    public mutating func next() async -> Payload? {
      await next(isolation: nil)
    }

    /// The next trigger that was not delivered yet, on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Payload? {
      await token.buffer.next(isolation: actor)
    }
  }
}

extension EventStream {
  /// The triggers from now on, for `for await`. A slow iterator loses none, unless more than 1024 wait.
  public var values: EventValues<Payload> { values(buffering: .standard) }

  /// The triggers from now on, for `for await`.
  /// - Parameter policy: The triggers that are kept while the iterator does not request them.
  public func values(buffering policy: EventBuffering) -> EventValues<Payload> {
    EventValues { [weak origin] in
      guard let origin else { return ValueBuffer() }
      let buffer = ValueBuffer(broadcast: origin.broadcast, policy: policy)
      _ = origin.add(buffer)
      return buffer
    }
  }
}
