/// The values of live data or the triggers of an event, for `for await`.
///
/// Each iterator has a buffer of its own for one value: one that is slow skips to the latest and always ends on the
/// last. Iteration ends when the object that is observed goes, and when the task is cancelled; neither the sequence nor
/// an iterator keeps the object alive. (The sequence of live data derived from other live data does hold its sources,
/// as that does; its iterators do not.)
public struct LatestValues<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Never

  let subscribe: @Sendable () -> LatestValueBuffer<Value>

  public func makeAsyncIterator() -> Iterator {
    Iterator(buffer: subscribe())
  }

  public struct Iterator: AsyncIteratorProtocol {
    private let token: Token
    private var buffer: LatestValueBuffer<Value> { token.buffer }

    fileprivate init(buffer: LatestValueBuffer<Value>) { token = Token(buffer) }

    public mutating func next() async -> Value? {
      await next(isolation: nil)
    }

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

/// The registration of an iterator: holds the latest value until it is asked for.
final class LatestValueBuffer<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  private let lock = Lock()
  private var value: Value?
  private var waiting: CheckedContinuation<Value?, Never>?
  private var isFinished = false
  private weak var broadcast: Broadcast<Value>?

  init(broadcast: Broadcast<Value>) { self.broadcast = broadcast }

  /// Nothing to wait for.
  init() {
    isFinished = true
    super.init()
  }

  /// Takes the value that was present at registration, unless a newer one came in first.
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
      // Two tasks that share an iterator: the second one is turned away.
      if isFinished || waiting != nil { return .some(nil) }
      waiting = continuation
      return nil
    }
    if let ready { continuation.resume(returning: ready) }
  }
}

extension ReadOnlyLiveData {
  /// The present value and then the latest whenever it changes, for `for await`.
  public var values: LatestValues<Value> {
    LatestValues { [reference = source.reference] in
      guard let source = reference() else { return LatestValueBuffer() }
      let buffer = LatestValueBuffer(broadcast: source.broadcast)
      let (_, capture, afterwards) = source.addCapturing(buffer)
      afterwards.run()
      buffer.offer(capture.value())
      return buffer
    }
  }
}
