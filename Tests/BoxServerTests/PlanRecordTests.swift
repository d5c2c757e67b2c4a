import Boundary
import Jobs
import TestSupport
import Testing
import Wire

@testable import BoxServer

/// What the record of a board says of plans.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PlanRecordTests {
  @Test func `each press that a plan makes is in the record, as one of whoever performs the plan`() throws {
    let scratch = try Scratch()
    let box = try VirtualBox(
      """
        build: { simulate: { duration: 1s }, confirm: "Build?" }
        test: { simulate: { duration: 1s }, enabled-if: build.succeeded, confirm: "Test?" }
        deploy: { simulate: { duration: 1s }, enabled-if: test.succeeded }
      """)
    let path = scratch.path + "/record"
    box.host.record = PressRecord(path)
    let panel = box.attach(.panel, name: "panel on pts/3")
    var plan: PlanStatus?
    box.interlocking.plan(for: "deploy") { plan = $0 }
    box.advance()
    var start = Request.Start()
    (start.id, start.action, start.plan) = (1, "deploy", try #require(plan).digest)
    start.confirmedAhead = ["Build?"]
    panel.send(.start(start))
    box.advance(by: .seconds(1))
    let other = box.attach(.panel, name: "panel on pts/4")
    var answer = Request.PlanAnswer()
    (answer.id, answer.plan, answer.action, answer.confirmed) = (2, "deploy", "test", "Test?")
    other.send(.answerPlan(answer))
    box.advance(by: .seconds(5))

    let entries = PressRecord.entries(path)
    let lines = entries.map { entry in
      let run: Int? = entry["run"]?.integer()
      return [
        entry["who"]?["name"]?.text, entry["action"]?.text, entry["what"]?.text, entry["cause"]?.text,
        entry["reason"]?.text, run.map { "run \($0)" }, entry["yes"]?["how"]?.text,
        entry["yes"]?["who"]?.text,
      ].compactMap(\.self).joined(separator: ", ")
    }
    let who = "panel on pts/3"
    #expect(
      lines == [
        "\(who), deploy, planned",
        "\(who), build, started, plan of deploy, run 1, start",
        "\(who), build, ended, plan of deploy, succeeded, run 1",
        "\(who), test, started, plan of deploy, run 1, panel, panel on pts/4",
        "\(who), test, ended, plan of deploy, succeeded, run 1",
        "\(who), deploy, started, plan of deploy, run 1",
        "\(who), deploy, ended, succeeded, run 1",
      ])
  }
}
