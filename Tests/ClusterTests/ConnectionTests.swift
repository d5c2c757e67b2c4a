import Board
import Etcd
import Testing

@testable import Cluster

@Suite(.timeLimit(.minutes(15))) struct ConnectionTests {
  private let deploy = SharedAction(id: "deploy", digest: "1")
  private let address = ActionAddress(board: "web", action: "deploy")

  @Test func anIdleMemberOnlyRenewsItsLease() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(5))
    let before = ada.sent.count
    world.run(for: .seconds(30))
    let renewals = ada.sent.dropFirst(before).filter { if case .keepAlive = $0 { true } else { false } }
    #expect(renewals.count == 10)
    #expect(ada.sent.count - before == 10)
  }

  @Test func withoutAWordForFiveSecondsOthersAreUnknown() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.view.facts(of: address)?.isRunning == true)
    ben.isCut = true
    world.run(for: .seconds(8))
    guard case .silent(_, let why) = ben.view.connection else {
      Issue.record("\(ben.view.connection)")
      return
    }
    #expect(why == "a: connection refused")
    #expect(ben.view.facts(of: address) == nil)

    ben.isCut = false
    world.run(for: .seconds(4))
    #expect(ben.view.connection == .connected)
    #expect(ben.view.facts(of: address)?.isRunning == true)
  }

  /// Whether etcd ever seemed to be silent, or anything wrong.
  private func troubles(_ host: Host) -> [ClusterView.Connection] {
    host.connections.filter {
      switch $0 {
      case .connected, .connecting(_, why: nil): false
      case .silent, .connecting: true
      }
    }
  }

  @Test func aMemberThatStartsIsNotInTrouble() {
    let world = World()
    world.fate = { _, _ in World.Fate(there: .milliseconds(400), back: .milliseconds(400)) }
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(20))
    #expect(ada.view.connection == .connected)
    #expect(troubles(ada).isEmpty, "\(ada.connections)")
  }

  @Test(arguments: [true, false], [6, 60, 3_600])
  func aPauseIsNoSilenceOfEtcd(isSleep: Bool, seconds: Int) {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(10))
    if isSleep { ben.sleep() } else { ben.pause() }
    world.run(for: .seconds(seconds - 1))
    // Its timer has fired before, and is the first that it notices.
    ada.press("deploy")
    world.run(for: .seconds(1))
    ben.resume()
    world.run(for: .seconds(10))
    #expect(troubles(ben).isEmpty, "\(ben.connections)")
    #expect(ben.view.connection == .connected)
    #expect(ben.view.facts(of: address)?.isRunning == true)
    #expect(world.etcd.keys("/signalbox/1/shop/host/").count == 2)
  }

  @Test func whatIsKnownAfterASleepIsOldUntilItIsReadAgain() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(10))
    ada.sleep()
    world.run(for: .seconds(60))
    ada.isCut = true
    ada.resume()
    #expect(ada.view.facts(of: address) == nil)
    #expect(troubles(ada).isEmpty, "\(ada.connections)")
    world.run(for: .seconds(6))
    guard case .silent(_, why: "a: connection refused") = ada.view.connection else {
      Issue.record("\(ada.view.connection)")
      return
    }
  }

  /// On a machine that is always late, only the first late timer is a pause.
  @Test func aSilenceIsToldByAHostWhoseTimersAreAlwaysLate() {
    let world = World()
    var settings = ClusterSettings(realm: "shop", board: "web", actions: [deploy])
    settings.lateness = .zero
    let identity = MemberIdentity(
      id: "ada-1", host: "h", user: "ada", program: "signalbox", process: 1, started: 0)
    let ada = world.join(Host("ada", identity, settings, in: world))
    ada.lateness = .seconds(2)
    world.run(for: .seconds(30))
    #expect(ada.view.connection == .connected)
    world.fate = { _, _ in World.Fate(losesRequest: true) }
    world.run(for: .seconds(20))
    guard case .silent = ada.view.connection else {
      Issue.record("\(ada.view.connection)")
      return
    }
  }

  @Test func aWatchWhoseChangesAreCompactedReadsAgain() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    // ben misses the change: it is on its way when the history is compacted.
    ben.isCut = true
    ada.press("deploy")
    world.run(for: .seconds(1))
    world.compact()
    ben.isCut = false
    world.run(for: .seconds(1))
    #expect(ben.view.runs[address]?.count == 1)
    let reads = ben.sent.count { $0.isRead }
    ada.end(try #require(ada.pressed.values.first).run, .succeeded)
    world.run(for: .seconds(1))
    #expect(ben.view.runs[address] == nil)
    #expect(ben.sent.count { $0.isRead } == reads)
  }

  @Test func aWatchThatMissesChangesIsFoundByTheNextReading() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    // The watch hangs without an end.
    ben.watch = nil
    ada.press("deploy")
    world.run(for: .seconds(10))
    #expect(ben.view.runs[address] == nil)
    world.run(for: .seconds(60))
    #expect(ben.view.runs[address]?.count == 1)
    ada.end(try #require(ada.pressed.values.first).run, .succeeded)
    world.run(for: .seconds(1))
    #expect(ben.view.runs[address] == nil)
  }

  @Test func aUserWhoMayOnlyReadIsRefusedAtOnce() throws {
    let world = World()
    world.etcd.isReadOnly = true
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    #expect(ada.view.refusal == "a: etcdserver: permission denied")
    let press = ada.press("deploy")
    world.run(for: .milliseconds(100))
    #expect(
      ada.verdict(press)
        == .unavailable("cannot start: a: etcdserver: permission denied", mayPass: false))
    // Somebody grants it.
    world.etcd.isReadOnly = false
    world.run(for: .seconds(5))
    #expect(ada.view.refusal == nil)
    let next = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.claim(next) != nil)
  }

  @Test func withoutALeaderAPressIsRefusedInTime() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.hasNoLeader = true
    let press = ada.press("deploy")
    world.run(for: .seconds(9))
    #expect(ada.verdict(press) == .unavailable("cannot start: etcd has no leader", mayPass: true))
  }

  @Test func aLeaderThatIsBackSoonIsWaitedFor() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.hasNoLeader = true
    let press = ada.press("deploy")
    world.run(for: .seconds(2))
    world.hasNoLeader = false
    world.run(for: .seconds(3))
    #expect(ada.claim(press) != nil)
  }

  @Test func valuesOfOthersUnderTheKeysAreNamedAndUnknown() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.etcd.write("/signalbox/1/shop/run/web/deploy/0", "not JSON")
    world.etcd.write("/signalbox/1/shop/other", "x")
    world.deliverChanges()
    world.run(for: .seconds(1))
    #expect(ada.view.foreign == ["/signalbox/1/shop/other", "/signalbox/1/shop/run/web/deploy/0"])
    #expect(ada.view.facts(of: address)?.isRunning == nil)
    let press = ada.press("deploy")
    ada.receive(.takeOver(Takeover(ticket: 1, action: "deploy", person: "ada", reason: "x")))
    world.run(for: .seconds(1))
    #expect(ada.refusal(press) == "may be running: its key in etcd is not signalbox's")
    #expect(ada.takeovers[1] == .refused("has a key in etcd that is not signalbox's, in slot 0"))
  }

  @Test func hostsWithDifferentActionsLockThemUntilTheyAgree() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    let ben = world.host("ben", [SharedAction(id: "deploy", digest: "2")])
    world.run(for: .seconds(1))
    #expect(ben.view.disagreements["deploy"] == "ada's ada-host has another `deploy`")
    let press = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.refusal(press) == "is locked: ada's ada-host has another `deploy`")

    var settings = ada.member.settings
    settings.actions = [SharedAction(id: "deploy", digest: "2")]
    ada.receive(.settings(settings))
    world.run(for: .seconds(1))
    #expect(ben.view.disagreements.isEmpty)
    let again = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.claim(again) != nil)
  }

  @Test func whoDoesNotShareAnActionLocksItToo() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    let ben = world.host("ben", [])
    world.run(for: .seconds(1))
    #expect(ada.view.disagreements["deploy"] == "ben's ben-host does not share `deploy`")
    ben.kill()
    world.run(for: .seconds(12))
    #expect(ada.view.disagreements.isEmpty)
  }

  @Test func aBoardThatChangesWhileItJoinsPublishesItsLastDigests() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .milliseconds(3))
    var settings = ada.member.settings
    settings.actions = [SharedAction(id: "deploy", digest: "2")]
    ada.receive(.settings(settings))
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.claim(press) != nil)
  }

  @Test func aRegistrationThatArrivesAfterTheNextOneHasNoEffect() throws {
    let world = World()
    var registrations = 0
    world.fate = { _, request in
      guard case .transaction(let transaction) = request, !transaction.isReadOnly else { return World.Fate() }
      registrations += 1
      return World.Fate(there: registrations == 1 ? .seconds(8) : .milliseconds(1))
    }
    let ada = world.host("ada", [deploy])
    let host = "/signalbox/1/shop/host/\(ada.identity.id)"
    world.run(for: .seconds(7))
    let registration = try #require(world.etcd.entries[host])
    world.run(for: .seconds(60))
    #expect(registrations == 2)
    #expect(world.etcd.entries[host] == registration)
  }

  @Test func aMemberWhoseKeysWereDeletedRegistersAgain() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    let keys = EtcdRange(prefix: "/signalbox/1/shop/")
    _ = world.etcd.perform(.transaction(EtcdTransaction(success: [.delete(keys)])), at: world.time)
    world.deliverChanges()
    world.run(for: .seconds(1))
    #expect(world.etcd.keys("/signalbox/1/shop/").count == 2)
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.claim(press) != nil)
  }

  @Test func aRunOfThisHostThatHasEndedIsNotShownAsThatOfAnother() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.watchDelay = { _ in .seconds(2) }
    let press = ada.press("deploy")
    world.run(for: .seconds(5))
    let run = try #require(ada.claim(press)).run
    ada.end(run, .succeeded, value: "3")
    world.run(for: .milliseconds(100))
    #expect(ada.view.runs[address] == nil)
    #expect(ada.view.last[address]?.run == run)
    #expect(ada.view.facts(of: address)?.hasSucceeded == true)
    let last = ada.view.last
    world.run(for: .seconds(5))
    #expect(ada.view.runs[address] == nil)
    #expect(ada.view.last == last)
  }

  @Test func aRunOfThisHostIsNotShownAsThatOfAnotherBeforeTheAnswerToItsClaim() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.fate = { _, _ in World.Fate(back: .milliseconds(300)) }
    let press = ada.press("deploy")
    world.run(until: { ada.view.runs[address] != nil })
    #expect(ada.claim(press) == nil)
    #expect(ada.view.runs[address]?.map(\.isMine) == [true])
  }

  @Test func aRunHasNoValueBeforeItSaysOne() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    let first = ada.press("deploy")
    world.run(for: .seconds(1))
    ada.end(try #require(ada.claim(first)).run, .succeeded, value: "old")
    world.run(for: .seconds(1))
    #expect(ben.view.facts(of: address)?.value == "old")
    let second = ada.press("deploy")
    world.run(for: .seconds(1))
    let run = try #require(ada.claim(second)).run
    #expect(ben.view.facts(of: address)?.isRunning == true)
    #expect(ben.view.facts(of: address)?.value == nil)
    ada.receive(.progress(run, value: nil, fraction: 0.5))
    world.run(for: .seconds(1))
    #expect(ben.view.facts(of: address)?.value == nil)
    #expect(ben.view.facts(of: address)?.progress == 0.5)
    ada.receive(.progress(run, value: "new", fraction: 0.6))
    world.run(for: .seconds(6))
    #expect(ben.view.facts(of: address)?.value == "new")
  }

  @Test func progressIsWrittenAtMostEveryFiveSeconds() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    let run = try #require(ada.claim(press)).run
    let before = ada.sent.count
    for step in 1...99 {
      ada.receive(.progress(run, value: "\(step)", fraction: Double(step) / 100))
      world.run(for: .milliseconds(200))
    }
    let writes = ada.sent.dropFirst(before).filter {
      guard case .transaction(let transaction) = $0 else { return false }
      return !transaction.isReadOnly
    }
    #expect(writes.count == 4)
    world.run(for: .seconds(5))
    #expect(ben.view.runs[address]?.first?.value == "99")
    #expect(ben.view.facts(of: address)?.progress == 0.99)
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    #expect(world.etcd.keys("/signalbox/1/shop/now/").isEmpty)
  }

  @Test func aMemberThatLeavesTakesItsKeysWithIt() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    ada.receive(.leave)
    #expect(ada.problem(ada.press("deploy")) == "cannot start: its box ends")
    world.run(for: .seconds(1))
    #expect(!ada.hasLeft)
    ada.end(try #require(ada.claim(press)).run, .succeeded)
    world.run(for: .seconds(1))
    #expect(ada.hasLeft)
    #expect(world.etcd.keys("/signalbox/1/shop/") == ["/signalbox/1/shop/last/web/deploy"])
    #expect(ada.member.nextDeadline == nil)
  }

  @Test func aMemberThatIsCutOffLeavesInTime() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    ada.press("deploy")
    world.run(for: .seconds(1))
    ada.isCut = true
    ada.receive(.leave)
    world.run(for: .seconds(6))
    #expect(ada.hasLeft)
  }
}

extension EtcdRequest {
  fileprivate var isRead: Bool {
    if case .transaction(let transaction) = self { transaction.isReadOnly } else { false }
  }
}
