#if THREAD_SANITIZER
#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A mutual exclusion lock that the thread sanitizer understands.
///
/// `Synchronization.Mutex` parks on a futex that the sanitizer does not see, so it reports races that are none. A
/// `pthread_mutex_t` on the heap has neither that defect nor a moving address.
package struct Lock: ~Copyable, @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package borrowing func lock() { pthread_mutex_lock(mutex) }
  package borrowing func unlock() { pthread_mutex_unlock(mutex) }
}
#else
internal import Synchronization

/// A mutual exclusion lock. It is never held while code of a user runs.
package struct Lock: ~Copyable, Sendable {
  private let mutex = Mutex<Void>(())

  package init() {}

  package borrowing func lock() { mutex._unsafeLock() }
  package borrowing func unlock() { mutex._unsafeUnlock() }
}
#endif

extension Lock {
  /// Runs `body` while holding the lock and returns its result.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
