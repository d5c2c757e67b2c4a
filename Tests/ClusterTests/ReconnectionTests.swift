import Board
import Etcd
import Testing

@testable import Cluster

/// A box whose board names other servers, or another user, of the same realm.
@Suite(.timeLimit(.minutes(15))) struct ReconnectionTests {
  private let deploy = SharedAction(id: "deploy", digest: "1")
  private let address = ActionAddress(board: "web", action: "deploy")

  @Test func itStaysTheSameMemberWithItsLeaseAndItsRuns() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(5))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    let run = try #require(ada.claim(press)).run
    let key = "/signalbox/1/shop/host/\(ada.identity.id)"
    let before = try #require(world.etcd.entries[key])
    let sent = ada.sent.count
    ada.receive(.reconnected(ada.member.settings))
    world.run(for: .seconds(30))
    #expect(world.etcd.entries[key] == before)
    for request in ada.sent.dropFirst(sent) {
      switch request {
      case .grantLease, .revoke: Issue.record("\(request)")
      default: break
      }
    }
    #expect(ben.view.runs[address]?.map(\.id) == [run])
    #expect(ben.view.runs[address]?.first?.isLost == false)
    #expect(ada.cancelled.isEmpty)
    // It hears by the new connection.
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    #expect(ben.view.last[address]?.outcome == .succeeded)
    let next = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.claim(next) != nil)
    #expect(ada.view.runs[address]?.count == 1)
  }

  /// The watch of the old connection tells nothing any more.
  @Test func itWatchesByTheNewConnection() {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(5))
    let watch = ada.watch?.0
    ada.receive(.reconnected(ada.member.settings))
    world.run(for: .seconds(1))
    #expect(ada.watch != nil)
    #expect(ada.watch?.0 != watch)
    ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.view.runs[address]?.count == 1)
  }

  @Test func whatWaitsForABetterTimeIsTriedAtOnce() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    let run = try #require(ada.claim(press)).run
    ada.isCut = true
    ada.end(run, .succeeded)
    world.run(for: .seconds(6))
    // The pauses have grown to seconds.
    world.run(until: { if case .releasing(_, .some)? = ada.member.runs.first?.phase { true } else { false } })
    ada.isCut = false
    ada.receive(.reconnected(ada.member.settings))
    world.run(for: .milliseconds(10))
    #expect(ada.told[run]?.last == .known)
    #expect(ben.view.runs[address] == nil)
  }

  @Test func aRefusedUserIsReplacedAtOnce() {
    let world = World()
    world.etcd.isReadOnly = true
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(10))
    #expect(ada.view.refusal != nil)
    world.etcd.isReadOnly = false
    world.run(until: { if case .absent = ada.member.session.phase { true } else { false } })
    ada.receive(.reconnected(ada.member.settings))
    #expect(ada.view.refusal == nil)
    world.run(for: .milliseconds(20))
    #expect(ada.view.connection == .connected)
  }

  @Test func anotherEtcdIsALossOfData() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    let run = try #require(ada.claim(press)).run
    world.etcd = ModelEtcd()
    ada.receive(.reconnected(ada.member.settings))
    world.run(for: .seconds(10))
    #expect(ada.view.dataLoss != nil)
    // The run is entered there.
    #expect(world.etcd.keys("/signalbox/1/shop/run/") == ["/signalbox/1/shop/run/web/deploy/0"])
    #expect(world.isRunning(run))
  }
}
