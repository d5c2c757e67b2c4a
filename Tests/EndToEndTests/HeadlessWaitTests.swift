import Foundation
import TestSupport
import Testing

/// `run --wait` waits for what can still happen, and not for ever if it is told so.
@Suite(.timeLimit(.minutes(15)), .bothWays) struct HeadlessWaitTests {
  private let board = """
    actions:
      probe: {run: "true", every: 100ms}
      idle: {run: "true"}
      behind: {run: echo here, enabled-if: probe.succeeded}
      apart: {run: "true", enabled-if: idle.succeeded}
    """

  @Test func `a limit ends the wait for a guard that never lets the action start`() throws {
    let shared = try SharedBoard(
      """
        work: { run: 'exec sleep 600' }
        behind: { run: 'true', enabled-if: work.succeeded }
      """)
    try expectEqual(shared.run("run", "--detach", "work", "--quiet").status, 0)
    let result = try shared.run("run", "behind", "--wait-limit", "300ms", "--quiet")
    #expect(result.status == 75)
    #expect(result.messages == "signalbox: behind: refused: needs work.succeeded; waited for 300 ms\n")
  }

  @Test func `a run starts only what it names`() throws {
    let result = try HeadlessProgram.run("run", "behind", "--wait", "--quiet", board: board)
    #expect(result.status == 3)
    #expect(result.messages.hasSuffix("needs probe.succeeded; nothing runs that could change that\n"))
  }

  @Test func `a probe that the guard does not depend on is not waited for`() throws {
    let result = try HeadlessProgram.run("run", "apart", "--wait", "--quiet", board: board)
    #expect(result.status == 3)
    #expect(result.messages.hasSuffix("needs idle.succeeded; nothing runs that could change that\n"))
  }

  @Test func `a run waits for what another front end repeats`() throws {
    let shared = try SharedBoard(
      """
        probe: { run: 'test -e go', every: 100ms }
        behind: { run: 'echo here', enabled-if: probe.succeeded }
      """)
    let watch = try shared.start("watch", "--json")
    // Its first lines tell what is; then it asks for the repeats.
    while case let line = watch.line(), !line.isEmpty, !line.contains(#""state":"running""#) {}
    let run = try shared.start("run", "behind", "--wait-limit", "1m", "--quiet")
    _ = FileManager.default.createFile(atPath: shared.sandbox.path(of: "go"), contents: nil)
    let result = try run.end()
    #expect(result.status == 0)
    #expect(result.output == "here\n")
  }

  @Test func `a limit that is no duration is a mistake`() throws {
    let result = try HeadlessProgram.run("run", "apart", "--wait-limit", "5 min", board: board)
    #expect(result.status == 2)
    #expect(result.messages.contains("`5 min` is no duration (did you mean `5m`?)"))
  }
}
