import Board
import Boundary
import Testing

@Suite(.timeLimit(.minutes(15))) struct FinishedRunTests {
  private static func run(_ result: RunOutcome?, tolerated: String? = nil) -> FinishedRun {
    var run = FinishedRun(result)
    run.toleratedFailure = tolerated
    return run
  }

  @Test(
    arguments: [
      (run(nil), nil, .idle), (run(.succeeded), .succeeded, .succeeded),
      (run(.failed("no")), .failed("no"), .failed), (run(.lost("gone")), .lost("gone"), .failed),
      (run(.cancelled), .cancelled, .cancelled),
      // It leaves the result before it.
      (run(nil, tolerated: "no (1 of 2)"), .tolerated("no (1 of 2)"), .tolerated),
      (run(.cancelled, tolerated: "no (1 of 2)"), .tolerated("no (1 of 2)"), .tolerated),
      (run(.succeeded, tolerated: "no (1 of 2)"), .tolerated("no (1 of 2)"), .succeeded),
      (run(.failed("stale"), tolerated: "no (1 of 2)"), .tolerated("no (1 of 2)"), .failed),
    ] as [(FinishedRun, RunOutcome?, ActionStatus.Phase)])
  func `a tolerated failure is the last outcome, and the state is that of the result`(
    run: FinishedRun, outcome: RunOutcome?, phase: ActionStatus.Phase
  ) {
    #expect(run.outcome == outcome)
    #expect(run.phase == phase)
  }
}
