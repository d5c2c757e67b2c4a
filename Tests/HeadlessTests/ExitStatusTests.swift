import Board
import Boundary
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct ExitStatusTests {
  @Test(
    arguments: [
      (.exitCode(7), 7, 1), (.signal(15), 143, 1), (.timedOut, 124, 124), (.other, 1, 1),
      (.cannotStart, 1, 1),
    ] as [(RunFailure.Kind, Int32, Int32)])
  func `a failure has a code`(kind: RunFailure.Kind, single: Int32, several: Int32) {
    let outcome = RunOutcome.failed(RunFailure(kind, "no luck"))
    #expect(ExitStatus.code(for: outcome, passesThrough: true) == single)
    #expect(ExitStatus.code(for: outcome, passesThrough: false) == several)
  }

  @Test func `a run whose box has ended may be tried again`() {
    #expect(ExitStatus.code(for: .boxEnded, passesThrough: true) == 75)
  }
}
