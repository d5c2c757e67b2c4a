import Jobs
import SignalboxCore
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(5))) struct ExitStatusTests {
  @Test(
    arguments: [
      (JobFailure.exitCode(7), 7, 1), (.signal(15), 143, 1), (.timedOut(after: .seconds(1)), 124, 124),
      (.cannotStart("no such file"), 1, 1),
    ] as [(JobFailure, Int32, Int32)])
  func `a failure has a code`(failure: JobFailure, single: Int32, several: Int32) {
    #expect(ExitStatus.code(for: .underlying(failure), passesThrough: true) == single)
    #expect(ExitStatus.code(for: .underlying(failure), passesThrough: false) == several)
  }

  @Test func `refusal is not failure`() {
    #expect(ExitStatus.code(for: .notEnabled, passesThrough: true) == 3)
  }
}
