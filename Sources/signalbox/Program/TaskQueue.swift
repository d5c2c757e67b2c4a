internal import Dispatch

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// Runs all tasks without a preferred executor on one serial queue.
///
/// By default, they run on the thread pool of Dispatch. On Linux, once that pool has been used, Dispatch
/// wakes up every second to monitor its load. The thread of a serial queue is not monitored. The tasks of
/// this program mostly wait, so one thread is sufficient.
///
/// The interface for replacing the executor is not final. With a compiler that may have another one, the
/// default executor is used: the program works, but is not completely idle.
final class TaskQueue: TaskExecutor, SchedulingExecutor {
  private static let shared = TaskQueue()
  private let queue = DispatchQueue(label: "signalbox.tasks")

  /// Must be called before the first task is created.
  static func install() { _createExecutors(factory: Executors.self) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { self.run(job) }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    let job = UnownedJob(job)
    // Only the system's clocks schedule here, and they use this type.
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
/// On other systems, the kernel manages the pool of Dispatch, and nothing is monitored.
enum TaskQueue {
  static func install() {}
}
#endif
