/// The values of live data or the triggers of an event, for `for await`.
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

  let subscribe: @Sendable () -> LatestValueBuffer<Value>

  /// Registers an iterator. It receives the latest value from now on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(buffer: subscribe())
  }

  /// One iteration, with its own buffer.
  public struct Iterator: AsyncIteratorProtocol {
    private let token: Token
    private var buffer: LatestValueBuffer<Value> { token.buffer }

    fileprivate init(buffer: LatestValueBuffer<Value>) { token = Token(buffer) }

    /// The latest value that was not delivered yet, or the next one; nil when the object is released or the
    /// task is cancelled.
    public mutating func next() async -> Value? {
      await next(isolation: nil)
    }

    /// The latest value that was not delivered yet, or the next one, on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      let buffer = buffer
      return await withTaskCancellationHandler {
        await withCheckedContinuation(isolation: actor) { buffer.wait($0) }
      } onCancel: {
        buffer.cancel()
      }
    }
  }

  /// Ends the registration together with the last copy of the iterator.
  private final class Token: Sendable {
    let buffer: LatestValueBuffer<Value>
    init(_ buffer: LatestValueBuffer<Value>) { self.buffer = buffer }
    deinit { buffer.cancel() }
  }
}

/// The registration of an iterator: holds the latest value until the iterator requests it.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties; `broadcast` is set once.
final class LatestValueBuffer<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  private let lock = Lock()
  private var value: Value?
  private var waiting: CheckedContinuation<Value?, Never>?
  private var isFinished = false
  private weak var broadcast: Broadcast<Value>?

  init(broadcast: Broadcast<Value>) { self.broadcast = broadcast }

  /// Creates a buffer of an object that was released: the iteration ends at once.
  init() {
    isFinished = true
    super.init()
  }

  /// Stores the value that was present at registration, unless a newer one was received first.
  func offer(_ first: Value) {
    lock.withLock {
      if value == nil, !isFinished { value = first }
    }
  }

  override func receive(_ value: Value) -> Bool {
    let (continuation, old) = lock.withLock {
      let continuation = waiting
      let old = self.value
      self.waiting = nil
      self.value = continuation == nil && !isFinished ? value : nil
      return (continuation, old)
    }
    continuation?.resume(returning: value)
    return withExtendedLifetime(old) { true }
  }

  override func finish() {
    let continuation = lock.withLock {
      isFinished = true
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: nil)
  }

  /// Ends the registration and with it the iteration.
  func cancel() {
    _ = broadcast?.remove(identity)
    let old = lock.withLock {
      defer { value = nil }
      return value
    }
    finish()
    withExtendedLifetime(old) {}
  }

  func wait(_ continuation: CheckedContinuation<Value?, Never>) {
    let ready = lock.withLock { () -> Value?? in
      if let value {
        self.value = nil
        return .some(value)
      }
      // Two tasks share the iterator: the iteration of the second one ends.
      if isFinished || waiting != nil { return .some(nil) }
      waiting = continuation
      return nil
    }
    if let ready { continuation.resume(returning: ready) }
  }
}
