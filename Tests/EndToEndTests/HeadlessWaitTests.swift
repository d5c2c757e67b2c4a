import Testing

/// `run --wait` waits for what can still happen, and not for ever if it is told so.
@Suite(.timeLimit(.minutes(5)), .bothWays) struct HeadlessWaitTests {
  private let board = """
    actions:
      probe: {run: exit 1, every: 100ms}
      idle: {run: "true"}
      behind: {run: "true", enabled-if: probe.succeeded}
      apart: {run: "true", enabled-if: idle.succeeded}
    """

  @Test func `a limit ends the wait for a guard that never lets the action start`() throws {
    let result = try HeadlessProgram.run("run", "behind", "--wait-limit", "300ms", "--quiet", board: board)
    #expect(result.status == 75)
    #expect(result.messages == "signalbox: behind: refused: needs probe.succeeded; waited for 300 ms\n")
  }

  @Test func `a probe that the guard does not depend on is not waited for`() throws {
    let result = try HeadlessProgram.run("run", "apart", "--wait", "--quiet", board: board)
    #expect(result.status == 3)
    #expect(result.messages.hasSuffix("needs idle.succeeded; nothing runs that could change that\n"))
  }

  @Test func `within the limit the action starts`() throws {
    let board = """
      actions:
        probe: {run: "true", every: 100ms}
        behind: {run: echo here, enabled-if: probe.succeeded}
      """
    let result = try HeadlessProgram.run("run", "behind", "--wait-limit", "1m", "--quiet", board: board)
    #expect(result.status == 0)
    #expect(result.output == "here\n")
  }

  @Test func `a limit that is no duration is a mistake`() throws {
    let result = try HeadlessProgram.run("run", "apart", "--wait-limit", "5 min", board: board)
    #expect(result.status == 2)
    #expect(result.messages.contains("`5 min` is no duration (did you mean `5m`?)"))
  }
}
