import Board
import Etcd
import Testing

@testable import Cluster

/// What a box is told about the ends of its runs.
@Suite(.timeLimit(.minutes(15))) struct EndOfRunTests {
  private let deploy = SharedAction(id: "deploy", digest: "1")
  private let address = ActionAddress(board: "web", action: "deploy")
  private let takenOver = EndVerdict.refused(
    "was taken over by ben on ben-host: the others do not know this result")

  /// ada runs `deploy`.
  private func running(_ world: World) throws -> (ada: Host, ben: Host, run: RunID) {
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    return (ada, ben, try #require(ada.claim(press)).run)
  }

  private func takeOver(by host: Host) {
    host.receive(.takeOver(Takeover(ticket: 1, action: "deploy", person: "ben", reason: "it burns")))
  }

  private func isRelease(_ request: EtcdRequest) -> Bool {
    guard case .transaction(let transaction) = request else { return false }
    return transaction.success.contains {
      if case .put(let key, _, _) = $0 { key.contains("/last/") } else { false }
    }
  }

  @Test func theEndThatEtcdKnowsIsToldOnce() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    ada.end(run, .succeeded)
    #expect(ada.told[run] == nil)
    #expect(ada.view.endings["deploy"] == world.time)
    world.run(for: .seconds(30))
    #expect(ada.told[run] == [.known])
    #expect(ada.view.endings.isEmpty)
    #expect(ben.view.last[address]?.outcome == .succeeded)
  }

  @Test func aRunThatWasTakenOverIsToldSoAtItsEnd() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    ada.isCut = true
    world.run(for: .seconds(20))
    takeOver(by: ben)
    world.run(for: .seconds(1))
    ada.end(run, .succeeded)
    ada.isCut = false
    world.run(for: .seconds(5))
    #expect(ada.told[run] == [takenOver])
    #expect(ben.view.last[address]?.outcome.isLost == true)
  }

  /// Even if the slot belongs to another run since, and that has ended.
  @Test func aRunThatWasTakenOverIsToldSoAfterAnotherOne() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    ada.isCut = true
    world.run(for: .seconds(20))
    takeOver(by: ben)
    world.run(for: .seconds(1))
    let next = ben.press("deploy")
    world.run(for: .seconds(1))
    ben.end(try #require(ben.claim(next)).run, .succeeded)
    world.run(for: .seconds(1))
    ada.end(run, .succeeded)
    ada.isCut = false
    world.run(for: .seconds(5))
    #expect(ada.told[run] == [takenOver])
    #expect(ben.view.last[address]?.run == ben.claim(next)?.run)
  }

  @Test func anEndWhoseAnswerIsLostIsKnown() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    var losses = 0
    world.fate = { host, request in
      guard host === ada, self.isRelease(request), losses == 0 else { return World.Fate() }
      losses += 1
      return World.Fate(losesAnswer: true)
    }
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    // Another run ends before the request is repeated.
    let next = ben.press("deploy")
    world.run(for: .seconds(1))
    ben.end(try #require(ben.claim(next)).run, .failed("no"))
    world.run(for: .seconds(8))
    #expect(losses == 1)
    #expect(ada.told[run] == [.known])
    #expect(ada.view.dataLoss == nil)
  }

  @Test func whatASilentEtcdKnowsIsUnknownAfterAWhile() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    world.fate = { host, request in World.Fate(losesRequest: host === ada) }
    ada.end(run, .succeeded)
    world.run(for: .seconds(7))
    #expect(ada.told[run] == nil)
    world.run(for: .seconds(2))
    guard case .unknown(let reason)? = ada.told[run]?.first else {
      Issue.record("\(ada.told)")
      return
    }
    #expect(reason == "whether the others know this result is not known: no answer within 3.0 seconds")
    #expect(ada.member.owesNews)
    world.fate = { _, _ in World.Fate() }
    world.run(for: .seconds(10))
    #expect(ada.told[run]?.dropFirst() == [.known])
    #expect(ben.view.last[address]?.outcome == .succeeded)
    #expect(!ada.member.owesNews)
  }

  @Test func whatIsUnknownCanBeRefusedLater() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    ada.isCut = true
    ada.end(run, .succeeded)
    world.run(for: .seconds(20))
    #expect(ada.told[run]?.count == 1)
    takeOver(by: ben)
    world.run(for: .seconds(1))
    ada.isCut = false
    world.run(for: .seconds(10))
    #expect(ada.told[run]?.dropFirst() == [takenOver])
  }

  @Test func anEndThatEtcdHasLostIsRefused() throws {
    let world = World()
    let (ada, _, run) = try running(world)
    _ = world.etcd.perform(
      .transaction(
        EtcdTransaction(success: [.delete(EtcdRange(prefix: "/signalbox/1/shop/run/"))])), at: world.time)
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    #expect(ada.told[run] == [.refused("etcd has lost its data: the others do not know this result")])
    #expect(ada.view.dataLoss == .run(address))
  }

  @Test func aRunThatHasNotBegunHasNoEnd() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    ada.allowsStart = { _ in false }
    world.run(for: .seconds(1))
    ada.press("deploy")
    world.run(for: .seconds(20))
    #expect(ada.told.isEmpty)
    #expect(world.etcd.keys("/signalbox/1/shop/run/").isEmpty)
  }
}
