internal import Dispatch

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// Runs all tasks of the program that choose no executor, one after the other on one queue.
///
/// Without it they run in the pool of threads that Dispatch shares out, and once a thread of that pool has run, Dispatch
/// on Linux wakes up every second for ever to see how busy the pool is. A serial queue has a thread of another kind, which
/// nobody watches. Our tasks mostly wait, so one thread is enough for them.
///
/// The runtime takes an executor from a program only by interfaces that are not final; with a compiler that may have
/// others, the program does without and is right, but not quite idle.
final class TaskQueue: TaskExecutor, SchedulingExecutor {
  private static let shared = TaskQueue()
  private let queue = DispatchQueue(label: "signalbox.tasks")

  /// To be called before the first task.
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
/// Elsewhere the pool of Dispatch is the kernel's, which needs no watching.
enum TaskQueue {
  static func install() {}
}
#endif
