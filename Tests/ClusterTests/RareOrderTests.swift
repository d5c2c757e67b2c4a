import Board
import Etcd
import Testing

@testable import Cluster

/// What happens in an order in which it rarely does.
@Suite(.timeLimit(.minutes(15))) struct RareOrderTests {
  private let deploy = SharedAction(id: "deploy", digest: "1")
  private let address = ActionAddress(board: "web", action: "deploy")
  private let key = "/signalbox/1/shop/run/web/deploy/0"

  /// Delays the claims of a host on their way to etcd, or their answers.
  private func delayClaims(
    of host: Host, there: Duration = .milliseconds(1), back: Duration = .milliseconds(1)
  ) {
    host.world.fate = { [key] sender, request in
      guard sender === host, case .transaction(let transaction) = request,
        transaction.success.contains(where: { if case .put(key, _, _) = $0 { true } else { false } })
      else { return World.Fate() }
      return World.Fate(there: there, back: back)
    }
  }

  @Test func `a claim does not overtake a press that has begun to wait meanwhile`() throws {
    let queued = SharedAction(id: "deploy", digest: "1", queueLimit: 2)
    let world = World()
    let (ada, ben, cleo) = (
      world.host("ada", [queued]), world.host("ben", [queued]), world.host("cleo", [queued])
    )
    world.run(for: .seconds(1))
    delayClaims(of: ada, there: .milliseconds(300))
    let late = ada.press("deploy")
    world.run(for: .milliseconds(20))
    let first = ben.press("deploy")
    world.run(for: .milliseconds(20))
    let waiting = cleo.press("deploy")
    world.run(for: .milliseconds(20))
    #expect(cleo.verdict(waiting) == .queued(position: 1))
    cleo.pause()
    ben.end(try #require(ben.claim(first)).run, .succeeded)
    world.run(for: .milliseconds(400))
    #expect(ada.claim(late) == nil)
    cleo.resume()
    world.run(for: .seconds(1))
    cleo.end(try #require(cleo.claim(waiting)).run, .succeeded)
    world.run(for: .seconds(1))
    #expect(ada.claim(late) != nil)
    #expect(world.violations.isEmpty)
  }

  @Test func `a claim that is granted after its press was withdrawn is deleted without a watch`() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    delayClaims(of: ada, back: .milliseconds(300))
    let press = ada.press("deploy")
    world.run(for: .milliseconds(20))
    ada.watch = nil
    ada.receive(.withdraw(press))
    #expect(world.etcd.entries[key] != nil)
    world.run(for: .seconds(1))
    #expect(world.etcd.entries[key] == nil)
  }

  @Test func `a claim that is granted while the box ends is given back`() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    delayClaims(of: ada, back: .milliseconds(300))
    let press = ada.press("deploy")
    world.run(for: .milliseconds(20))
    ada.receive(.leave)
    #expect(world.etcd.entries[key] != nil)
    world.run(for: .seconds(1))
    #expect(ada.problem(press) == "cannot start: its box ends")
    #expect(world.etcd.entries[key] == nil)
    #expect(ada.hasLeft)
  }

  @Test func `a press that finds its host without a lease renews it at once`() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .milliseconds(3_100))
    ada.watch = nil
    _ = world.etcd.perform(.revoke(lease: 1), at: world.time)
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.claim(press) != nil)
  }

  @Test func `who was cut off counts again how long a host is gone`() {
    var action = deploy
    action.freeAfter = .seconds(30)
    let world = World()
    let (ada, ben) = (world.host("ada", [action]), world.host("ben", [action]))
    world.run(for: .seconds(1))
    ada.press("deploy")
    world.run(for: .seconds(1))
    ada.kill()
    world.run(for: .seconds(15))
    #expect(ben.view.runs[address]?.first?.isLost == true)
    ben.isCut = true
    world.run(for: .seconds(20))
    ben.isCut = false
    // More than 30 seconds after it was seen first, and less since ben is back.
    world.run(for: .seconds(20))
    #expect(ben.view.runs[address]?.first?.isLost == true)
    world.run(for: .seconds(20))
    #expect(ben.view.runs[address] == nil)
  }
}
