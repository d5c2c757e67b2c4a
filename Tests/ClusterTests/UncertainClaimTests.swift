import Board
import Etcd
import TestSupport
import Testing

@testable import Cluster

/// Claims whose answer is lost or late.
@Suite(.timeLimit(.minutes(15))) struct UncertainClaimTests {
  private let deploy = SharedAction(id: "deploy", digest: "1")
  private let key = "/signalbox/1/shop/run/web/deploy/0"

  private func isClaim(_ request: EtcdRequest) -> Bool {
    guard case .transaction(let transaction) = request else { return false }
    return transaction.success.contains {
      if case .put(let name, _, _) = $0 { name.contains("/run/") } else { false }
    }
  }

  @Test func aClaimWhoseAnswerIsLostStartsWhenAReadShowsIt() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.fate = { [isClaim] _, request in World.Fate(losesAnswer: isClaim(request)) }
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.verdict(press) == nil)
    world.run(for: .seconds(6))

    #expect(ada.verdicts[press]?.first == .asking)
    try expectEqual(#require(ada.claim(press)).fence, world.etcd.entries[key]?.createRevision)
    #expect(world.commands.count == 1)
  }

  @Test func aRunBeginsWithItsClaimAndNotWithThePress() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.hasNoLeader = true
    let press = ada.press("deploy")
    world.run(for: .seconds(5))
    world.hasNoLeader = false
    let answer = world.wall
    world.run(for: .seconds(3))
    #expect(ada.claim(press) != nil)
    let began = try #require(ada.view.runs[ActionAddress(board: "web", action: "deploy")]?.first).began
    #expect((answer..<answer + 3_000).contains(began), "\(began - answer) ms after etcd answered again")
  }

  @Test func aClaimThatNeverArrivedIsMadeAgain() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    var lost = 0
    world.fate = { [isClaim] _, request in
      guard isClaim(request), lost == 0 else { return World.Fate() }
      lost += 1
      return World.Fate(losesRequest: true)
    }
    let press = ada.press("deploy")
    world.run(for: .seconds(7))
    #expect(lost == 1)
    #expect(ada.claim(press) != nil)
  }

  /// ada is frozen when the answer to her claim is on its way.
  private func freeze(_ ada: Host, isSleep: Bool) -> PressID {
    let press = ada.press("deploy")
    ada.world.run(until: { ada.world.etcd.entries[key] != nil })
    if isSleep { ada.sleep() } else { ada.pause() }
    return press
  }

  @Test(arguments: [true, false])
  func whatWasTakenOverWhileItsHostWasFrozenDoesNotStart(isSleep: Bool) throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    let press = freeze(ada, isSleep: isSleep)
    world.run(for: .seconds(15))
    ben.receive(.takeOver(Takeover(ticket: 1, action: "deploy", person: "ben", reason: "it is frozen")))
    world.run(for: .seconds(1))
    let next = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.claim(next) != nil)
    ada.resume()
    world.run(for: .seconds(5))
    #expect(ada.refusal(press) == "was taken over before it started")
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.etcd.entries[key] != nil)
  }

  @Test(arguments: [true, false])
  func whatWasNotTakenOverStartsWhenItsHostIsBack(isSleep: Bool) throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    let press = freeze(ada, isSleep: isSleep)
    world.run(for: .seconds(30))
    let before = ada.sent.count
    ada.resume()
    #expect(ada.claim(press) == nil)
    #expect(ada.sent.dropFirst(before).contains(.read([EtcdRange(key: key)])))
    world.run(for: .seconds(1))
    try expectEqual(#require(ada.claim(press)).fence, world.etcd.entries[key]?.createRevision)
    #expect(world.commands.count == 1)
  }

  @Test func aFrozenPressThatIsWithdrawnGivesItsRunBack() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    let press = freeze(ada, isSleep: false)
    world.run(for: .seconds(30))
    ada.resume()
    ada.receive(.withdraw(press))
    world.run(for: .seconds(1))
    #expect(ada.refusal(press) == "was withdrawn")
    #expect(world.etcd.entries[key] == nil)
    #expect(world.commands.isEmpty)
  }

  /// Each answer is so late that the run could have been taken over before it comes.
  @Test(arguments: [true, false]) func aPressWhoseAnswersAreAlwaysTooLateGivesItsRunBack(isCut: Bool) throws {
    let world = World()
    var settings = ClusterSettings(realm: "shop", board: "web", actions: [deploy])
    settings.lease = .seconds(4)
    let identity = MemberIdentity(
      id: "ada-1", host: "h", user: "ada", program: "signalbox", process: 1, started: 0)
    let ada = world.join(Host("ada", identity, settings, in: world))
    world.run(for: .seconds(1))
    world.fate = { [isClaim, key] _, request in
      let concernsRun = isClaim(request) || request == .read([EtcdRange(key: key)])
      return World.Fate(back: .milliseconds(concernsRun ? 2_500 : 1))
    }
    let press = ada.press("deploy")
    world.run(for: .seconds(3))
    #expect(world.etcd.entries[key] != nil)
    ada.isCut = isCut
    world.run(for: .seconds(12))
    #expect(ada.problem(press)?.hasPrefix("cannot start: ") == true, "\(ada.verdicts[press] ?? [])")
    ada.isCut = false
    world.run(for: .seconds(5))
    #expect(world.etcd.entries[key] == nil)
    #expect(world.commands.isEmpty)
    #expect(ada.verdicts[press]?.filter(\.isFinal).count == 1)
  }

  @Test func aClaimThatComesAfterTheRefusalIsWithdrawn() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    // ada's claim reaches etcd when she has already been refused.
    world.fate = { [isClaim] host, request in
      World.Fate(there: host === ada && isClaim(request) ? .seconds(9) : .milliseconds(1))
    }
    let press = ada.press("deploy")
    world.run(for: .seconds(6))
    ada.receive(.withdraw(press))
    #expect(ada.refusal(press) == "was withdrawn")
    #expect(world.run(until: { world.etcd.entries[key] != nil }))
    world.run(for: .seconds(1))

    #expect(world.etcd.entries[key] == nil)
    #expect(ada.verdicts[press]?.filter(\.isFinal).count == 1)
    let next = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.claim(next) != nil)
  }

  @Test func withoutAnAnswerToTheReadThePressAsksOn() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.fate = { [isClaim] _, request in World.Fate(losesAnswer: isClaim(request)) }
    let press = ada.press("deploy")
    #expect(world.run(until: { world.etcd.entries[key] != nil }))
    ada.isCut = true
    world.run(for: .seconds(60))
    #expect(ada.verdict(press) == .asking)
    #expect(ada.view.asking.map(\.press) == [press])

    ada.isCut = false
    world.run(for: .seconds(5))
    #expect(ada.claim(press) != nil)
  }

  @Test func aPressOfAHostThatIsCutOffIsRefusedWithTheReason() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    ada.isCut = true
    let press = ada.press("deploy")
    world.run(for: .seconds(9))
    #expect(
      ada.verdicts[press] == [.asking, .unavailable("cannot start: a: connection refused", mayPass: true)])
  }

  @Test func anAnswerThatComesTwiceStartsOnce() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.fate = { _, _ in World.Fate(isAnsweredTwice: true) }
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.verdicts[press]?.count == 1)
    #expect(world.commands.count == 1)
  }

  @Test func aFullStoreRefusesAtOnce() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    world.etcd.isFull = true
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.problem(press) == "cannot start: the store of etcd is full")
  }

  /// A node that is silent must not keep the slot of a run that has ended.
  @Test func theEndOfARunMayBeToldToAnyNode() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    ada.end(try #require(ada.claim(press)).run, .succeeded)
    #expect(ada.sent.last?.isRepeatable == true, "\(String(describing: ada.sent.last))")
    // The claim before it must be sent once: nobody knows which of two would be performed.
    #expect(ada.sent.filter(isClaim).map(\.isRepeatable) == [false])
  }

  @Test func aResultIsToldUntilItHasArrived() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    ada.isCut = true
    ada.end(try #require(ada.claim(press)).run, .failed("no"))
    world.run(for: .seconds(40))
    #expect(ben.view.runs[ActionAddress(board: "web", action: "deploy")]?.first?.isLost == true)

    ada.isCut = false
    world.run(for: .seconds(5))
    #expect(world.etcd.entries[key] == nil)
    #expect(ben.view.last[ActionAddress(board: "web", action: "deploy")]?.outcome == .failed("no"))
  }
}
