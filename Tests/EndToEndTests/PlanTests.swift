import Foundation
import Testing

/// `plan` shows the steps by which a locked action can be started, and `run --with-needs` performs them.
@Suite(.timeLimit(.minutes(15)), .bothWays) struct PlanTests {
  private static let board = """
    actions:
      build: { title: Build, run: 'echo build >> log' }
      test: { title: Test, run: 'echo test >> log', enabled-if: build.succeeded }
      deploy: { run: 'echo deploy >> log; echo done; exit 7', enabled-if: test.succeeded }
      asks: { run: 'echo asked', confirm: 'Really?', enabled-if: build.succeeded }
      broken: { run: 'exit 4' }
      behind: { run: 'true', enabled-if: broken.succeeded }
      never: { run: 'true', enabled-if: build.failed }
    """

  private func run(_ arguments: String...) throws -> HeadlessProgram.Result {
    let program = try HeadlessProgram(arguments, board: Self.board)
    return try program.end()
  }

  @Test func `a plan is printed and nothing is started`() throws {
    let result = try run("plan", "deploy")
    #expect(result.status == 0)
    #expect(
      result.output == """
        deploy: To unlock it: 2 presses
          1 Build
          2 Test    after 1
            deploy

        """)
    let json = try run("plan", "deploy", "--json").output
    #expect(
      json.contains(#""event":"plan","action":"deploy","run":null,"found":true,"steps":[{"n":1,"do":"press""#)
    )
    #expect(json.contains(#""for":["build.succeeded"],"after":[],"until":"end","confirm":null"#), "\(json)")
  }

  @Test func `what cannot be planned exits with code 3 and says what is missing`() throws {
    let result = try run("plan", "never")
    #expect(result.status == 3)
    #expect(result.output.contains("needs build.failed"), "\(result.output)")
    let refused = try run("run", "never", "--with-needs", "--quiet")
    #expect(refused.status == 3)
    #expect(
      refused.messages.contains("never: refused: no plan was found: needs build.failed"),
      "\(refused.messages)")
  }

  @Test func `a run starts what it needs, once each, and ends as its action does`() throws {
    let result = try run("run", "deploy", "--with-needs", "--quiet")
    #expect(result.status == 7, "\(result.messages)")
    #expect(result.output == "done\n")
  }

  @Test func `a step that fails ends the run with code 1`() throws {
    let result = try run("run", "behind", "--with-needs")
    #expect(result.status == 1)
    #expect(result.messages.contains("plan stopped: broken failed: exit code 4"), "\(result.messages)")
  }

  @Test func `a question needs a terminal or a yes before anything starts`() throws {
    let refused = try run("run", "asks", "--with-needs")
    #expect(refused.status == 3)
    #expect(refused.messages.contains("it asks \"Really?\", and there is no terminal"), "\(refused.messages)")
    let confirmed = try run("run", "asks", "--with-needs", "--yes", "--quiet")
    #expect(confirmed.status == 0 && confirmed.output == "asked\n", "\(confirmed.messages)")
  }
}
