import Board
import Boundary
import SignalboxTesting
import TestSupport
import Testing

@testable import Jobs

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ExplanationTests {
  @Test func `it names every fact with its value`() throws {
    let station = try VirtualStation(
      """
        build: { simulate: { duration: 2s, steps: 4, value: half } }
        deploy:
          simulate: { duration: 1s }
          enabled-if: 'build.succeeded && build.progress > 50 && build.value == "half" && !network.busy'
      """)
    station.start("build")
    station.advance(by: .seconds(1))

    let explanation = try #require(station.interlocking.why("deploy"))

    #expect(
      explanation.needs
        == "build.succeeded && build.progress > 50 && build.value == \"half\" && !network.busy")
    #expect(
      explanation.facts == [
        .init(name: "build.succeeded", value: "false"), .init(name: "build.progress", value: "50"),
        .init(name: "build.value", value: "half"), .init(name: "network.busy", value: "true"),
      ])
    #expect(
      explanation.verdict
        == .blocked(by: ["build.succeeded", "build.progress > 50", "not network.busy"]))
    #expect(explanation.refusal == "\(explanation.verdict)")
  }

  @Test func `a value that is not known is unknown`() throws {
    let station = try VirtualStation(
      """
        build: { simulate: { duration: 2s } }
        deploy: { simulate: { duration: 1s }, enabled-if: 'build.value == "x"' }
      """)
    #expect(station.interlocking.why("deploy")?.facts == [.init(name: "build.value", value: "unknown")])
  }

  @Test func `without a guard nothing is needed`() throws {
    let station = try VirtualStation("  build: { simulate: { duration: 2s } }")
    #expect(
      station.interlocking.why("build")
        == Explanation(needs: "", verdict: .passes, facts: [], refusal: nil))
    station.start("build")
    #expect(station.interlocking.why("build")?.refusal == "is running")
    #expect(station.interlocking.why("bulid") == nil)
  }

  @Test func `it has the guard as a tree, the last result and the next repeat`() throws {
    let station = try VirtualStation(
      """
        build: { simulate: { duration: 2s } }
        deploy:
          simulate: { duration: 1s }
          every: 10s
          enabled-if: 'build.succeeded || network.busy && build.age < 1m'
      """)
    station.interlocking.startRepeats()
    station.start("build")
    station.advance(by: .seconds(12))

    let explanation = try #require(station.interlocking.why("deploy"))
    #expect(
      explanation.parts == [
        GuardPart(.any, holds: true),
        GuardPart(.fact(.action("build", .succeeded), expected: true), depth: 1, holds: true),
        GuardPart(.all, depth: 1, holds: false),
        GuardPart(.fact(.networkIsBusy, expected: true), depth: 2, holds: false),
        GuardPart(.comparison("build.age < 1m", [.action("build", .age)]), depth: 2, holds: true),
      ])
    #expect(explanation.interval == .seconds(10))
    #expect(explanation.nextRepeat == .seconds(20))
    #expect(explanation.resultTime == .seconds(11))
  }

  @Test func `an action with several buttons needs one of their inputs`() throws {
    let station = try VirtualStation(
      "  deploy: { run: 'true', buttons: [{ title: A, input: a }, { title: B, input: b }] }")
    #expect(station.start("deploy").refusal == "needs an input: a, b")
    #expect(station.start("deploy", input: "c").refusal == "needs an input: a, b")
    #expect(station.interlocking.why("deploy")?.refusal == nil)
  }

  @Test func `an action whose input is typed needs a text that matches`() async throws {
    let station = try LiveStation(
      "  release: { run: 'echo $INPUT', input: { prompt: Version, matches: '^\\d+$' } }")
    #expect(station.interlocking.start("release").refusal == "needs an input: Version")
    #expect(
      station.interlocking.start("release", input: "latest").refusal == "its input does not match `^\\d+$`")
    #expect(
      station.interlocking.start("release", input: "1\0").refusal
        == "its input must be one line without control characters")
    #expect(station.interlocking.why("release")?.refusal == nil)
    await expectEqual(station.run("release", input: "12"), .succeeded)
    #expect(station.record("release")?.runs.value == "12")
    #expect(station.record("release")?.runs.input == "12")
  }
}
