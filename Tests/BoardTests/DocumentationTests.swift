import Board
import Foundation
import TestSupport
import Testing

/// The examples in the documentation comments, compiled.
@Suite(.timeLimit(.minutes(15))) struct DocumentationTests {
  @Test func `a board`() throws {
    let board = try Board.parse("actions: {build: {key: b, run: swift build}}", file: "signalbox.yml")

    #expect(board["build"]?.title == "build")
  }

  @Test func `a guard`() throws {
    let guarded = try Guard("build.succeeded && !deploy.running")
    let facts = Facts(["build": .failed, "deploy": .idle])

    #expect(guarded.evaluate(facts) == .blocked(by: ["build.succeeded"]))
  }

  @Test func `the facts of an action`() throws {
    var facts = ActionFacts()
    facts.isIdle = false
    facts.hasSucceeded = true

    try expectEqual(Guard("build.succeeded && !build.idle").evaluate(Facts(["build": facts])), .passes)
  }

  @Test func `a verdict`() {
    let verdict = Verdict.blocked(by: ["build.succeeded", "not deploy.running"])

    #expect("\(verdict)" == "needs build.succeeded and not deploy.running")
  }

  @Test func `a key`() throws {
    try expectEqual(ButtonKey("ctrl-b"), .control("b"))
  }

  @Test func work() {
    let build = CommandDefinition(.shell("swift build"), environment: ["CONFIGURATION": "debug"])
    let download = Simulation(duration: .seconds(8), steps: 40, value: "update 7.2")

    #expect(build.directory == nil)
    #expect(download.requests == 1)
  }

  @Test func probes() throws {
    let url = try #require(URL(string: "http://localhost/"))
    let probe = HTTPProbe(url: url, expect: .successful, contains: "healthy")

    #expect(probe.method == "GET")
    #expect(StatusCodes("2xx")?.contains(204) == true)
    #expect(TCPProbe("localhost:5432")?.port == 5432)
  }

  @Test func `a retry`() {
    let retry = RetryPolicy(attempts: 3, backoff: .seconds(1)...(.seconds(30)))

    #expect(retry.delay(afterAttempt: 2) == .seconds(2))
  }

  @Test func `a JSON expectation`() throws {
    let expectation = JSONExpectation(path: try JSONPath("$.status"), value: .text("ok"))

    #expect(expectation.failure(.value(.text("degraded"))) == #"$.status is "degraded", not "ok""#)
  }

  @Test func `a path`() throws {
    let path = try JSONPath("$.steps[0].done")

    #expect(path.value(in: #"{"steps": [{"done": 3}]}"#)?.number == 3)
  }
}
