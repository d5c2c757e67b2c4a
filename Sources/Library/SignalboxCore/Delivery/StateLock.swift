public import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The lock of an outbox.
///
/// The closure of ``LiveData/modify(_:)`` is the only code of a user that runs while such a lock is held. If
/// it uses the live data that it modifies, its thread would deadlock. The lock remembers that thread and ends
/// the program with a message instead. This costs all other uses of the lock one relaxed load.
@usableFromInline struct StateLock: ~Copyable, Sendable {
  @usableFromInline let base = Lock()
  /// The thread that runs the closure of `modify`; 0 for none.
  @usableFromInline let modifyingThread = Atomic<UInt>(0)

  @inlinable init() {}

  @inlinable borrowing func lock() {
    // A thread always sees the value that it has stored itself, and the values of other threads do not
    // matter.
    if modifyingThread.load(ordering: .relaxed) != 0 { checkThread() }
    base.lock()
  }

  @inlinable borrowing func unlock() { base.unlock() }

  /// Runs `body` while holding the lock and returns its result.
  @inlinable borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Runs the closure of `modify`. Call with the lock held.
  @inlinable borrowing func modify<Value, Result, Failure: Error>(
    _ value: inout Value, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    modifyingThread.store(Self.currentThread, ordering: .relaxed)
    defer { modifyingThread.store(0, ordering: .relaxed) }
    return try body(&value)
  }

  /// The calling thread.
  ///
  /// The C library declares that `pthread_self` always returns the same value, which holds within a thread.
  /// An optimized async function would therefore call it once, and still use the value after it has continued
  /// on another thread. So this function is not optimized.
  @inline(never) @_optimize(none)
  @usableFromInline static var currentThread: UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
  }

  /// Whether the calling thread runs the closure of `modify`, so that waiting for this lock would deadlock.
  borrowing func isModifyingOnThisThread() -> Bool {
    modifyingThread.load(ordering: .relaxed) == Self.currentThread
  }

  /// Ends the program if the calling thread runs the closure of `modify`. This is not a precondition, because
  /// a release build omits the message of one.
  @usableFromInline borrowing func checkThread() {
    guard isModifyingOnThisThread() else { return }
    fatalError(
      "The closure of LiveData.modify(_:) reads, sets or observes the live data that it modifies. "
        + "It must use the value that it is given.")
  }
}
