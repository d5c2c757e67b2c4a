import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct RunOutcomeTests {
  @Test func `an outcome knows how the command has failed`() {
    let exit = RunFailure(.exitCode(3), "exit code 3")
    let signal = RunFailure(.signal(9), "ended by SIGKILL")
    let outcomes: [RunOutcome] = [
      .succeeded, .failed(exit), .tolerated(exit), .failed(signal), .cancelled, .boxEnded,
    ]
    #expect(outcomes.map(\.exitCode) == [nil, 3, 3, nil, nil, nil])
    #expect(outcomes.map(\.signal) == [nil, nil, nil, 9, nil, nil])
  }
}
