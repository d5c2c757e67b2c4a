import Board
import Etcd
import Testing

@testable import Cluster

@Suite(.timeLimit(.minutes(15))) struct QueueTests {
  private let deploy = SharedAction(id: "deploy", digest: "1", queueLimit: 2)
  private let waits = "/signalbox/1/shop/wait/"

  @Test func startsWaitAcrossHostsInTheOrderInWhichTheyCame() throws {
    let world = World()
    let hosts = ["ada", "ben", "cleo", "dan"].map { world.host($0, [deploy]) }
    world.run(for: .seconds(1))
    var presses: [PressID] = []
    for host in hosts {
      presses.append(host.press("deploy"))
      world.run(for: .seconds(1))
    }
    #expect(hosts[1].verdict(presses[1]) == .queued(position: 1))
    #expect(hosts[2].verdict(presses[2]) == .queued(position: 2))
    #expect(hosts[3].refusal(presses[3]) == "is running on ada's ada-host, and its queue is full")
    #expect(hosts[3].view.queues[ActionAddress(board: "web", action: "deploy")] == 2)

    hosts[0].end(try #require(hosts[0].claim(presses[0])).run, .succeeded)
    world.run(for: .seconds(1))
    #expect(hosts[1].claim(presses[1]) != nil)
    #expect(hosts[2].verdict(presses[2]) == .queued(position: 1))
    hosts[1].end(try #require(hosts[1].claim(presses[1])).run, .failed("no"))
    world.run(for: .seconds(1))
    #expect(hosts[2].claim(presses[2]) != nil)
    #expect(world.etcd.keys(waits).isEmpty)
  }

  @Test func aRunThatWaitedBeginsWhenItIsItsTurn() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    let address = ActionAddress(board: "web", action: "deploy")
    world.run(for: .seconds(1))
    let first = ada.press("deploy")
    world.run(for: .seconds(1))
    let press = ben.press("deploy")
    world.run(for: .seconds(20))
    let turn = world.wall
    ada.end(try #require(ada.claim(first)).run, .succeeded)
    world.run(for: .seconds(3))
    let run = try #require(ada.view.runs[address]?.first)
    #expect((turn..<turn + 1_000).contains(run.began), "\(run.began - turn) ms after its turn")
    ben.end(try #require(ben.claim(press)).run, .succeeded)
    world.run(for: .seconds(1))
    #expect(ada.view.last[address]?.began == run.began)
  }

  @Test func whoWaitsAndGivesUpLeavesTheQueue() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    ada.press("deploy")
    world.run(for: .seconds(1))
    let press = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(world.etcd.keys(waits).count == 1)
    ben.receive(.withdraw(press))
    world.run(for: .seconds(1))
    #expect(ben.refusal(press) == "was withdrawn")
    #expect(world.etcd.keys(waits).isEmpty)
  }

  @Test func thePlaceOfAHostThatIsGoneGoesToTheNext() throws {
    let world = World()
    let hosts = ["ada", "ben", "cleo"].map { world.host($0, [deploy]) }
    world.run(for: .seconds(1))
    var presses: [PressID] = []
    for host in hosts {
      presses.append(host.press("deploy"))
      world.run(for: .seconds(1))
    }
    hosts[1].kill()
    world.run(for: .seconds(12))
    #expect(hosts[2].verdict(presses[2]) == .queued(position: 1))
    hosts[0].end(try #require(hosts[0].claim(presses[0])).run, .succeeded)
    world.run(for: .seconds(1))
    #expect(hosts[2].claim(presses[2]) != nil)
  }

  @Test func whoWasCutOffWhileWaitingWaitsAgain() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    let first = ada.press("deploy")
    world.run(for: .seconds(1))
    let press = ben.press("deploy")
    world.run(for: .seconds(1))
    ben.isCut = true
    world.run(for: .seconds(20))
    #expect(world.etcd.keys(waits).isEmpty)
    ben.isCut = false
    world.run(for: .seconds(10))
    #expect(world.etcd.keys(waits).count == 1)
    ada.end(try #require(ada.claim(first)).run, .succeeded)
    world.run(for: .seconds(1))
    #expect(ben.claim(press) != nil)
  }

  @Test func aGuardThatDoesNotHoldWhenItIsItsTurnRefuses() throws {
    let world = World()
    let condition = Condition(action: "deploy", property: .succeeded)
    var action = deploy
    action.references = [condition.fact]
    let (ada, ben) = (world.host("ada", [action]), world.host("ben", [action]))
    world.run(for: .seconds(1))
    let first = ada.press("deploy")
    world.run(for: .seconds(1))
    ben.conditions["deploy"] = [condition]
    let press = ben.press("deploy")
    world.run(for: .seconds(1))
    ada.end(try #require(ada.claim(first)).run, .failed("no"))
    world.run(for: .seconds(1))
    #expect(ben.refusal(press) == "needs deploy.succeeded")
    #expect(world.etcd.keys(waits).isEmpty)
  }
}
