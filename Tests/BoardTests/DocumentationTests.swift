import Board
import Testing

/// The examples in the documentation comments, compiled.
@Suite struct DocumentationTests {
  @Test func aBoard() throws {
    let board = try Board.parse("actions: {build: {key: b, run: swift build}}", file: "signalbox.yml")

    #expect(board["build"]?.title == "build")
  }

  @Test func aGuard() throws {
    let guarded = try Guard("build.succeeded && !deploy.running")
    let facts = Facts(["build": .failed, "deploy": .idle])

    #expect(guarded.evaluate(facts) == .blocked(by: ["build.succeeded"]))
  }

  @Test func theFactsOfAnAction() throws {
    var facts = ActionFacts()
    facts.isIdle = false
    facts.hasSucceeded = true

    #expect(try Guard("build.succeeded && !build.idle").evaluate(Facts(["build": facts])) == .passes)
  }

  @Test func aVerdict() {
    let verdict = Verdict.blocked(by: ["build.succeeded", "not deploy.running"])

    #expect("\(verdict)" == "needs build.succeeded and not deploy.running")
  }

  @Test func aKey() throws {
    #expect(try ButtonKey("ctrl-b") == .control("b"))
  }

  @Test func work() {
    let build = Command(.shell("swift build"), environment: ["CONFIGURATION": "debug"])
    let download = Simulation(duration: .seconds(8), steps: 40, value: "update 7.2")

    #expect(build.directory == nil)
    #expect(download.requests == 1)
  }
}
