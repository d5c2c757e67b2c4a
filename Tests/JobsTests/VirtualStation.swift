import Board
import SignalboxCore
import SignalboxTesting

@testable import Jobs

/// A board at work in virtual time: nothing happens between two calls.
@MainActor
final class VirtualStation {
  let scheduler = TestScheduler()
  let interlocking: Interlocking

  init(_ actions: String) throws {
    let scheduler = scheduler
    let environment = JobEnvironment(scheduler: scheduler, clock: scheduler, executor: scheduler) { block in
      scheduler.schedule { MainActor.assumeIsolated { block() } }
    }
    interlocking = Interlocking(
      try Board.parse("actions:\n" + actions, file: "test.yml"), environment: environment)
  }

  /// Starts a job and lets everything happen that is due now.
  @discardableResult
  func start(_ id: String) -> Interlocking.Start {
    defer { scheduler.advance() }
    return interlocking.start(id)
  }

  func cancel(_ id: String) {
    interlocking.cancel(id)
    scheduler.advance()
  }

  func advance(by duration: Duration) { scheduler.advance(by: duration) }

  func snapshot(_ id: String) -> JobSnapshot? { interlocking[id]?.snapshot.data }
  func phase(_ id: String) -> JobSnapshot.Phase? { snapshot(id)?.phase }

  /// What there is to read in the output of a job.
  func output(_ id: String) -> [String] { interlocking[id]?.output.snapshot().map(\.text) ?? [] }
}

extension Interlocking.Start {
  /// Why it was refused; nil when it was not.
  var refusal: String? {
    if case .refused(let reason) = self { reason } else { nil }
  }
}
