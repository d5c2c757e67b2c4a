import Board
import Boundary
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct ExitMapTests {
  private static let outcomes: [RunOutcome] = [
    .succeeded, .cancelled, .boxEnded,
    .failed(RunFailure(.exitCode(3), "exit code 3")), .failed(RunFailure(.exitCode(127), "exit code 127")),
    .failed(RunFailure(.signal(9), "ended by SIGKILL")), .failed(RunFailure(.timedOut, "timed out")),
    .failed(RunFailure(.cannotStart, "cannot start: no such file")),
    .failed(RunFailure(.outputClosed(hasNoReader: false), "the disk is full")),
    .failed(RunFailure(.other, "status 500")),
  ]

  @Test(
    arguments: [
      (.command, [0, 1, 75, 3, 127, 137, 124, 1, 1, 1]), (.plain, [0, 1, 75, 1, 1, 1, 124, 1, 1, 1]),
      (.bisect, [0, 125, 125, 1, 125, 1, 1, 125, 125, 1]),
    ] as [(ExitMap, [Int32])])
  func `the end of an only run has a code`(map: ExitMap, codes: [Int32]) {
    #expect(Self.outcomes.map { map.code(for: $0, isOnly: true, isLast: true) } == codes)
  }

  @Test(arguments: ExitMap.allCases)
  func `a failure before the last run says nothing about that one`(map: ExitMap) {
    let failure = RunOutcome.failed(RunFailure(.exitCode(3), "exit code 3"))
    #expect(map.code(for: failure, isOnly: false, isLast: false) == (map == .bisect ? 125 : 1))
    #expect(map.code(for: .succeeded, isOnly: false, isLast: false) == 0)
  }

  @Test func `what is no end of a run cannot be tested`() {
    let codes: [Int32] = [0, 1, 2, 3, 75, 78]
    #expect(codes.map(ExitMap.command.code) == codes)
    #expect(codes.map(ExitMap.plain.code) == codes)
    #expect(codes.map(ExitMap.bisect.code) == [0, 125, 125, 125, 125, 125])
  }

  @Test(
    arguments: [
      (["run", "test"], .command), (["run", "--exit-map", "bisect", "--nonsense"], .bisect),
      (["--exit-map=plain"], .plain), (["--exit-map"], .command), (["--exit-map", "worse"], .command),
      (["--exit-map=plain", "--exit-map=bisect"], .bisect),
    ] as [([String], ExitMap)])
  func `arguments that cannot be read name a map, too`(arguments: [String], map: ExitMap) {
    #expect(ExitMap(namedIn: arguments) == map)
  }
}
