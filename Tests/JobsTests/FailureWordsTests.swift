import Board
import Boundary
import TestSupport
import Testing

@testable import Jobs

/// What a failure says besides the exit code.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct FailureWordsTests {
  private func failure(_ options: String) async throws -> String? {
    let station = try LiveStation("  a: { \(options) }")
    return await station.run("a")?.failure
  }

  @Test(arguments: [
    ("run: 'exit 3'", "exit code 3"),
    ("run: 'echo one; echo two; exit 3'", "two · exit code 3"),
    ("run: 'echo one; echo \" \"; echo; exit 3'", "one · exit code 3"),
    ("run: 'echo bad >&2; exit 3', terminal: none", "bad · exit code 3"),
    ("run: 'echo last words; kill -9 $$'", "last words · ended by SIGKILL"),
    (
      "run: 'echo 7 failed, 2 passed; echo bye; exit 1', failure: '^(\\d+ failed.*)$'",
      "7 failed, 2 passed · exit code 1"
    ),
    ("run: 'echo 1 failed; echo 2 failed; exit 1', failure: '^(\\d+ failed)'", "2 failed · exit code 1"),
    ("run: 'echo nothing; exit 1', failure: '^(\\d+ failed)'", "exit code 1"),
  ])
  func `a failure has the words of its output`(options: String, words: String) async throws {
    try await expectEqual(failure(options), words)
  }

  @Test func `long words are cut, so that the exit code is seen`() async throws {
    let words = try #require(try await failure("run: 'printf %0500d 7; echo; exit 3'"))
    #expect(words.hasSuffix("0… · exit code 3"))
    #expect(words.count < 150, "\(words)")
  }

  @Test func `the words of an earlier run or attempt are no words of the last one`() async throws {
    let scratch = try Scratch()
    let station = try LiveStation(
      """
        a: { run: 'if [ -e first ]; then exit 4; fi; touch first; echo words; exit 3', dir: '\(scratch.path)',
             retry: { attempts: 2, backoff: 1ms } }
      """)
    defer { withExtendedLifetime(scratch) {} }
    await expectEqual(station.run("a")?.failure, "exit code 4")
  }

  @Test func `the kind of a failure does not depend on its words`() async throws {
    let station = try LiveStation("  a: { run: 'echo words; exit 3' }")
    await expectEqual(station.run("a"), .failed(RunFailure(.exitCode(3), "words · exit code 3")))
    #expect(station.record("a")?.runs.last.exitCode == 3)
  }
}
