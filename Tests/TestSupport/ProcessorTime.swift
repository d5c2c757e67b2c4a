#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The processor time that this thread needs for some work. Unlike the time that passes, it does not grow
/// with what else the machine does.
package func processorTime(of work: () throws -> Void) rethrows -> Duration {
  let start = threadTime
  try work()
  return threadTime - start
}

private var threadTime: Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
