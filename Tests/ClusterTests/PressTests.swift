import Board
import Etcd
import Testing

@testable import Cluster

@Suite(.timeLimit(.minutes(15))) struct PressTests {
  private let deploy = SharedAction(id: "deploy", digest: "1")

  @Test func aPressOfTheOnlyHostStarts() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    #expect(ada.view.connection == .connected)

    let press = ada.press("deploy", input: "v2")
    world.run(for: .seconds(1))

    let claim = try #require(ada.claim(press))
    let key = "/signalbox/1/shop/run/web/deploy/0"
    #expect(world.etcd.entries[key]?.createRevision == claim.fence)
    #expect(world.etcd.entries[key]?.lease == 0)
    let run = try #require(ada.view.runs[ActionAddress(board: "web", action: "deploy")]?.first)
    #expect((run.input, run.isMine, run.isLost) == ("v2", true, false))
  }

  @Test func ofTwoPressesAtOnceOneStartsAndTheOtherNamesIt() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))

    let (first, second) = (ada.press("deploy"), ben.press("deploy"))
    world.run(for: .seconds(1))

    #expect(ada.claim(first) != nil)
    #expect(ben.refusal(second) == "is running on ada's ada-host")
    #expect(world.violations.isEmpty)
  }

  @Test func anEndedRunGivesTheSlotBackAndTellsItsResult() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    let first = ada.press("deploy")
    world.run(for: .seconds(1))
    ada.end(try #require(ada.claim(first)).run, .succeeded, value: "v2")
    world.run(for: .seconds(1))

    let facts = try #require(ben.view.facts(of: ActionAddress(board: "web", action: "deploy")))
    #expect((facts.isRunning, facts.hasSucceeded, facts.isIdle, facts.value) == (false, true, false, "v2"))
    let second = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(try #require(ben.claim(second)).fence > (try #require(ada.claim(first)).fence))
  }

  @Test func aGuardReadsTheActionsOfOtherBoards() throws {
    let world = World()
    let condition = Condition(action: "ops/migrate", property: .running, isTrue: false)
    let guarded = SharedAction(id: "deploy", digest: "1", references: [condition.fact])
    let ada = world.host("ada", [guarded])
    ada.conditions["deploy"] = [condition]
    let ops = world.host("ops", board: "ops", [SharedAction(id: "migrate", digest: "7")])
    world.run(for: .seconds(1))
    let migration = ops.press("migrate")
    world.run(for: .seconds(1))

    let blocked = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.refusal(blocked) == "needs not ops/migrate.running")

    ops.end(try #require(ops.claim(migration)).run, .succeeded)
    world.run(for: .seconds(1))
    let allowed = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.claim(allowed) != nil)
  }
}
