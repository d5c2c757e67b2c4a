#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A lock with a condition that its holders can wait for. Waits are not affected when the clock is set.
///
/// `@unchecked Sendable`: the system synchronises both parts.
package final class Condition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
    pthread_cond_init(condition, nil)
    #else
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }

  package func unlock() { pthread_mutex_unlock(mutex) }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Wakes all threads that wait.
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Releases the lock, waits for ``broadcast()``, and locks again. It may also return without a broadcast.
  /// - Parameter limit: The longest time to wait.
  /// - Returns: False if the time is over.
  package func wait(atMost limit: Duration) -> Bool {
    let (seconds, attoseconds) = max(limit, .zero).components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    #if canImport(Darwin)
    return pthread_cond_timedwait_relative_np(condition, mutex, &time) == 0
    #else
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    time.tv_sec += now.tv_sec
    time.tv_nsec += now.tv_nsec
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_sec += 1
      time.tv_nsec -= 1_000_000_000
    }
    return pthread_cond_timedwait(condition, mutex, &time) == 0
    #endif
  }
}
