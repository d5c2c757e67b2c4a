import Etcd
import Testing

@testable import Cluster

@Suite(.timeLimit(.minutes(15))) struct StorageTests {
  private let deploy = SharedAction(id: "deploy", digest: "1")

  @Test(
    arguments: [
      (size: (1 << 30) - 1, quota: nil, .enough),
      (size: 1 << 30, quota: nil, .scarce(size: 1 << 30, quota: 2 << 30, isKnown: false)),
      (size: 1 << 30, quota: 8 << 30, .enough),
      (size: 1 << 20, quota: 2 << 20, .scarce(size: 1 << 20, quota: 2 << 20, isKnown: true)),
    ] as [(size: Int64, quota: Int64?, ClusterView.Storage)])
  func `at half of its quota the store is scarce`(size: Int64, quota: Int64?, expected: ClusterView.Storage) {
    let world = World()
    (world.etcd.size, world.etcd.quota) = (size, quota)
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    #expect(ada.view.storage == expected)
  }

  @Test func `a store that grows is noticed within ten minutes`() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.etcd.size = 3 << 29
    world.run(for: .seconds(590))
    #expect(ada.view.storage == .enough)
    world.run(for: .seconds(20))
    #expect(ada.view.storage == .scarce(size: 3 << 29, quota: 2 << 30, isKnown: false))
  }

  @Test func `a full store is noticed by the first press, and again when there is room`() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.etcd.isFull = true
    ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.view.storage == .full)
    world.run(for: .seconds(30))
    #expect(ada.view.storage == .full)
    #expect(ada.view.connection == .connected)
    world.etcd.isFull = false
    world.run(for: .seconds(11))
    #expect(ada.view.storage == .enough)
  }

  @Test func `the state of a node that has lost the others is no word of etcd`() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(590))
    world.hasNoLeader = true
    world.run(for: .seconds(16))
    #expect(ada.sent.count { $0 == .status } == 2)
    guard case .silent(let since, _) = ada.view.connection else {
      Issue.record("\(ada.view.connection)")
      return
    }
    #expect(since < .milliseconds(599_500))
  }
}
