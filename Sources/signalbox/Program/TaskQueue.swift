internal import Dispatch

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// Runs all tasks of the program without an executor of their own, one after the other on one queue.
///
/// Otherwise they run in the thread pool of Dispatch, and after a thread of that pool has run, Dispatch on
/// Linux wakes up every second to monitor the pool. The thread of a serial queue is not monitored. The tasks
/// of this program mostly wait, so one thread is enough for them.
///
/// The runtime accepts an executor only through interfaces that are not final. With a compiler that may have
/// other ones, the program works without this executor, but is not completely idle.
final class TaskQueue: TaskExecutor, SchedulingExecutor {
  private static let shared = TaskQueue()
  private let queue = DispatchQueue(label: "signalbox.tasks")

  /// Call this before the first task.
  static func install() { _createExecutors(factory: Executors.self) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { self.run(job) }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    let job = UnownedJob(job)
    // Only the clocks of the system schedule here, and they measure in this type.
    let (seconds, attoseconds) = (delay as? Duration ?? .zero).components
    let nanoseconds = min(seconds, 1 << 31) * 1_000_000_000 + attoseconds / 1_000_000_000
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { self.run(job) }
  }

  private func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

  private enum Executors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
    static var defaultExecutor: any TaskExecutor { TaskQueue.shared }
  }
}
#else
/// On other systems the kernel manages the thread pool of Dispatch, without monitoring.
enum TaskQueue {
  static func install() {}
}
#endif
