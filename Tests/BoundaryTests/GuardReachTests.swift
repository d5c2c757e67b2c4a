import Board
import TestSupport
import Testing

@testable import Boundary

/// A session waits only for what a guard depends on.
@Suite(.timeLimit(.minutes(15))) struct GuardReachTests {
  private func reach(_ id: String) throws -> GuardReach {
    let board = try Board.parse(
      """
      actions:
        probe: {run: "true", every: 1s}
        build: {run: "true", enabled-if: probe.succeeded}
        deploy: {run: "true", enabled-if: build.enabled && !deploy.running}
        calm: {run: "true", enabled-if: "!network.busy"}
        clean: {run: "true", enabled-if: "!errors.any"}
        free: {run: "true"}
      """, file: "signalbox.yml")
    var situation = Situation(title: "")
    situation.actions = board.actions.map { ActionStatus(ActionDescription($0)) }
    return GuardReach(of: id, in: situation)
  }

  @Test func `an action without a guard depends on nothing`() throws {
    try expectEqual(reach("free").actions, [])
  }

  @Test func `guards of guards count`() throws {
    try expectEqual(reach("deploy").actions, ["build", "probe", "deploy"])
  }

  @Test func `any action can report an error or send a request`() throws {
    let all: Set = ["probe", "build", "deploy", "calm", "clean", "free"]
    try expectEqual(reach("calm").actions, all)
    #expect(try reach("calm").includesNetwork)
    try expectEqual(reach("clean").actions, all)
    #expect(try reach("clean").includesErrors)
    #expect(try !reach("deploy").includesErrors)
  }
}
