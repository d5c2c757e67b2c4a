#if THREAD_SANITIZER
#if canImport(Darwin)
public import Darwin
#else
public import Glibc
#endif

/// A mutual exclusion lock that the thread sanitizer understands.
///
/// `Synchronization.Mutex` waits on a futex that the sanitizer does not see, so the sanitizer reports races
/// that do not exist. A `pthread_mutex_t` on the heap does not have this problem, and its address does not
/// change.
@usableFromInline package struct Lock: ~Copyable, @unchecked Sendable {
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  @inlinable package init() { pthread_mutex_init(mutex, nil) }

  @inlinable deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inlinable package borrowing func lock() { pthread_mutex_lock(mutex) }
  @inlinable package borrowing func unlock() { pthread_mutex_unlock(mutex) }
}
#else
public import Synchronization

/// A mutual exclusion lock. It is never held while code of a user runs.
@usableFromInline package struct Lock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex<Void>(())

  @inlinable package init() {}

  @inlinable package borrowing func lock() { mutex._unsafeLock() }
  @inlinable package borrowing func unlock() { mutex._unsafeUnlock() }
}
#endif

extension Lock {
  /// Runs `body` while holding the lock and returns its result.
  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
