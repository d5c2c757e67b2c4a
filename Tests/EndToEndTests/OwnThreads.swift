import Dispatch
import Synchronization
import Testing

/// Runs tests that wait in system calls on threads of their own, four at a time.
///
/// The threads that tests run on otherwise are as few as the machine has cores, and all asynchronous tests of
/// the process need them to get on.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Lane.next()) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// The tests block, so they run on threads of their own.
  static var ownThreads: Self { Self() }
}

/// One thread at a time, which is not of the pool that tasks share.
private final class Lane: TaskExecutor {
  private static let lanes = (0..<4).map { Lane(number: $0) }
  private static let count = Atomic(0)

  private let queue: DispatchQueue

  /// The lanes take turns.
  static func next() -> Lane {
    lanes[count.add(1, ordering: .relaxed).oldValue % lanes.count]
  }

  private init(number: Int) {
    queue = DispatchQueue(label: "signalbox.end-to-end.\(number)")
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
