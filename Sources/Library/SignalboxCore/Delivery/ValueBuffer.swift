/// The registration of an iterator: holds values until the iterator requests them.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties; `broadcast` and `policy` are set once.
final class ValueBuffer<Value: Sendable>: Recipient<Value>, @unchecked Sendable {
  private let lock = Lock()
  private var queue: EventQueue<Value>
  private var waiting: CheckedContinuation<Value?, Never>?
  private var isFinished = false
  private weak var broadcast: Broadcast<Value>?

  init(broadcast: Broadcast<Value>, policy: EventBuffering = .latest) {
    self.broadcast = broadcast
    queue = EventQueue(policy)
  }

  /// Creates a buffer of an object that was released: the iteration ends at once.
  init() {
    queue = EventQueue(.latest)
    isFinished = true
    super.init()
  }

  /// The number of values that were dropped because the buffer was full.
  var droppedCount: Int { lock.withLock { queue.droppedCount } }

  /// Ends the registration together with the last copy of the iterator.
  final class Token: Sendable {
    let buffer: ValueBuffer
    init(_ buffer: ValueBuffer) { self.buffer = buffer }
    deinit { buffer.cancel() }
  }

  // MARK: The side that delivers

  /// Stores the value that was present at registration, unless a newer one was received first.
  func offer(_ first: Value) {
    lock.withLock {
      if queue.isEmpty, !isFinished { _ = queue.append(first) }
    }
  }

  override func receive(_ value: Value) -> Bool {
    let (continuation, old) = lock.withLock { () -> (CheckedContinuation<Value?, Never>?, Value?) in
      if let waiting {
        self.waiting = nil
        return (waiting, nil)
      }
      return (nil, isFinished ? nil : queue.append(value))
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

  // MARK: The iterator

  /// The next value, on the caller's actor; nil when the object is released or the task is cancelled.
  func next(isolation actor: isolated (any Actor)?) async -> Value? {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: actor) { wait($0) }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the registration and with it the iteration.
  func cancel() {
    _ = broadcast?.remove(self)
    let old = lock.withLock { queue.removeAll() }
    finish()
    withExtendedLifetime(old) {}
  }

  private func wait(_ continuation: CheckedContinuation<Value?, Never>) {
    let ready = lock.withLock { () -> Value?? in
      if let value = queue.popFirst() { return .some(value) }
      // Two tasks share the iterator: the iteration of the second one ends.
      if isFinished || waiting != nil { return .some(nil) }
      waiting = continuation
      return nil
    }
    if let ready { continuation.resume(returning: ready) }
  }
}
