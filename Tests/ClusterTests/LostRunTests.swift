import Board
import Etcd
import TestSupport
import Testing

@testable import Cluster

/// Runs whose host is gone: unknown is occupied.
@Suite(.timeLimit(.minutes(15))) struct LostRunTests {
  private let deploy = SharedAction(id: "deploy", digest: "1")
  private let address = ActionAddress(board: "web", action: "deploy")

  private func takeover(_ ticket: Int = 1, reason: String = "its disk burnt") -> Input {
    .takeOver(Takeover(ticket: ticket, action: "deploy", person: "ben", reason: reason))
  }

  /// ada runs `deploy` and is then gone, and ben sees it.
  private func lostRun(_ world: World, _ action: SharedAction? = nil) -> (Host, Host, PressID) {
    let (ada, ben) = (world.host("ada", [action ?? deploy]), world.host("ben", [action ?? deploy]))
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    return (ada, ben, press)
  }

  /// The runs that a takeover has ended.
  private func ended(_ host: Host, _ ticket: Int) -> [RunID]? {
    if case .done(let runs)? = host.takeovers[ticket] { runs.map(\.run) } else { nil }
  }

  @Test func aTakeoverNamesWhatItHasEnded() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    let ben = world.host("ben", [deploy])
    world.run(for: .seconds(1))
    let press = ada.press("deploy", input: "v2")
    world.run(for: .seconds(1))
    ada.kill()
    world.run(for: .seconds(12))
    ben.receive(takeover())
    world.run(for: .seconds(1))
    guard case .done(let runs)? = ben.takeovers[1], let run = runs.first else {
      Issue.record("\(String(describing: ben.takeovers[1]))")
      return
    }
    #expect(runs.count == 1)
    #expect(run.run == ada.pressed[press]?.run)
    #expect((run.user, run.host, run.input) == ("ada", "ada-host", "v2"))
  }

  @Test func aTakeoverThatCannotAskIsNoRefusal() throws {
    let world = World()
    let (ada, ben, _) = lostRun(world)
    ada.kill()
    world.run(for: .seconds(12))
    ben.isCut = true
    ben.receive(takeover())
    world.run(for: .seconds(10))
    #expect(ben.takeovers[1] == .unavailable("a: connection refused", mayPass: true))
  }

  /// The others learn of it when its lease has expired, ten seconds later.
  @Test func aHostWasLastHeardWhenItRenewedItsLease() throws {
    let world = World()
    let (ada, ben, _) = lostRun(world)
    world.run(for: .seconds(20))
    let end = world.time
    ada.kill()
    world.run(for: .seconds(12))
    let run = try #require(ben.view.runs[address]?.first)
    let heard = try #require(run.lastHeard)
    #expect(heard <= end && heard > end - .seconds(4), "heard at \(heard), gone at \(end)")
    #expect(try #require(run.lostSince) > end + .seconds(5))
    // Nobody can know how long it was gone before.
    let cleo = world.host("cleo", [deploy])
    world.run(for: .seconds(2))
    let late = try #require(cleo.view.runs[address]?.first)
    #expect(late.lostSince != nil)
    #expect(late.lastHeard == nil)
  }

  @Test func aHostThatWentWhileNobodyListenedWasHeardBefore() throws {
    let world = World()
    let (ada, ben, _) = lostRun(world)
    ben.isCut = true
    world.run(for: .seconds(10))
    ada.kill()
    world.run(for: .seconds(20))
    ben.isCut = false
    world.run(for: .seconds(10))
    let run = try #require(ben.view.runs[address]?.first)
    #expect(run.lostSince != nil)
    #expect(run.lastHeard == nil)
  }

  @Test func aRunWhoseHostIsKilledIsLostAndStaysOccupied() throws {
    let world = World()
    let (ada, ben, _) = lostRun(world)
    ada.kill()
    world.run(for: .seconds(12))

    let run = try #require(ben.view.runs[address]?.first)
    #expect(run.isLost)
    let facts = try #require(ben.view.facts(of: address))
    #expect(facts.isRunning == nil)
    #expect(facts.hasSucceeded == nil)
    #expect(facts.hasFailed == nil)
    #expect(facts.isIdle == false)
    world.run(for: .seconds(600))
    let press = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.refusal(press) == "may still be running on ada's ada-host, which is gone")
  }

  @Test(arguments: [true, false])
  func aGuardOverALostRunDoesNotPassAlsoNegated(_ isTrue: Bool) throws {
    let world = World()
    let (ada, _, _) = lostRun(world)
    let condition = Condition(action: "web/deploy", property: .running, isTrue: isTrue)
    let ops = world.host(
      "ops", board: "ops", [SharedAction(id: "migrate", digest: "1", references: [condition.fact])])
    ops.conditions["migrate"] = [condition]
    ada.kill()
    world.run(for: .seconds(12))
    let press = ops.press("migrate")
    world.run(for: .seconds(1))
    #expect(ops.refusal(press) == "needs \(isTrue ? "" : "not ")web/deploy.running")
  }

  @Test func aPersonTakesOverWithAReason() throws {
    let world = World()
    let (ada, ben, press) = lostRun(world)
    ada.kill()
    world.run(for: .seconds(12))
    ben.receive(takeover())
    world.run(for: .seconds(1))

    try expectEqual(ended(ben, 1), [#require(ada.pressed[press]).run])
    let log = try #require(world.etcd.keys("/signalbox/1/shop/log/").first.flatMap { world.etcd.entries[$0] })
    let value: LogValue = try #require(StoredJSON.value(log.value))
    #expect((value.person, value.reason, value.user) == ("ben", "its disk burnt", "ada"))
    #expect(ben.view.facts(of: address)?.hasFailed == true)
    #expect(ben.view.facts(of: address)?.hasSucceeded == false)
    let next = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.claim(next) != nil)
  }

  @Test func aTakeoverNeedsAReasonAndALostRun() {
    let world = World()
    let (_, ben, _) = lostRun(world)
    ben.receive(takeover(1, reason: " "))
    ben.receive(takeover(2))
    world.run(for: .seconds(1))
    #expect(ben.takeovers[1] == .refused("needs a reason"))
    #expect(ben.takeovers[2] == .refused("is running on ada's ada-host, which is there"))
    ben.receive(.takeOver(Takeover(ticket: 3, action: "x", person: "ben", reason: "y")))
    #expect(ben.takeovers[3] == .refused("is not shared"))
    #expect(world.commands.count == 1)
  }

  @Test func aHostThatIsBackKeepsItsRun() throws {
    let world = World()
    let (ada, ben, press) = lostRun(world)
    ada.isCut = true
    world.run(for: .seconds(20))
    #expect(ben.view.runs[address]?.first?.isLost == true)
    guard case .silent = ada.view.connection else {
      Issue.record("\(ada.view.connection)")
      return
    }
    #expect(ada.view.facts(of: address)?.isRunning == true)

    ada.isCut = false
    world.run(for: .seconds(10))
    #expect(ben.view.runs[address]?.first?.isLost == false)
    #expect(ada.view.connection == .connected)
    #expect(ada.cancelled.isEmpty)
    ben.receive(takeover())
    world.run(for: .seconds(1))
    #expect(ben.takeovers[1] == .refused("is running on ada's ada-host, which is there"))
    #expect(ada.claim(press) != nil)
  }

  @Test func aHostWhoseRunWasTakenOverCancelsItWhenItIsBack() throws {
    let world = World()
    let (ada, ben, press) = lostRun(world)
    ada.isCut = true
    world.run(for: .seconds(20))
    ben.receive(takeover())
    world.run(for: .seconds(1))
    let next = ben.press("deploy")
    ada.isCut = false
    world.run(for: .seconds(10))

    let run = try #require(ada.pressed[press]).run
    #expect(ada.cancelled[run]?.hasPrefix("was taken over") == true)
    #expect(!world.isRunning(run))
    // Neither the slot nor the result of the other run is touched.
    #expect(world.isRunning(try #require(ben.claim(next)).run))
    #expect(ben.view.runs[address]?.first?.isMine == true)
  }

  @Test func theWatchTellsWhoTookOverAndWhy() throws {
    let world = World()
    let (ada, ben, press) = lostRun(world)
    ada.pause()
    world.run(for: .seconds(12))
    ben.receive(takeover())
    world.run(for: .seconds(1))
    ada.resume()
    world.run(for: .seconds(1))
    let run = try #require(ada.pressed[press]).run
    #expect(ada.cancelled[run] == "was taken over by ben on ben-host: its disk burnt")
  }

  @Test func aTakeoverWhoseAnswerIsLostIsFoundInTheLog() throws {
    let world = World()
    let (ada, ben, press) = lostRun(world)
    ada.kill()
    world.run(for: .seconds(12))
    world.fate = { host, request in
      guard case .transaction(let transaction) = request, host === ben else { return World.Fate() }
      let isTakeover = transaction.success.contains {
        if case .put(let key, _, _) = $0 { key.contains("/log/") } else { false }
      }
      return World.Fate(losesAnswer: isTakeover)
    }
    ben.receive(takeover())
    world.run(for: .seconds(7))
    try expectEqual(ended(ben, 1), [#require(ada.pressed[press]).run])
    #expect(world.etcd.keys("/signalbox/1/shop/log/").count == 1)
  }

  @Test func aTakeoverEndsOnlyTheRunsThatAreMeant() throws {
    var action = deploy
    action.slots = 2
    let world = World()
    world.slots["deploy"] = 2
    let (ada, ben, press) = lostRun(world, action)
    let cleo = world.host("cleo", [action])
    world.run(for: .seconds(1))
    let other = cleo.press("deploy")
    world.run(for: .seconds(1))
    ada.kill()
    cleo.kill()
    world.run(for: .seconds(12))
    #expect(ben.view.runs[address]?.count(where: \.isLost) == 2)
    let (meant, spared) = (try #require(ada.pressed[press]).run, try #require(cleo.pressed[other]).run)
    func takeOver(_ ticket: Int, _ runs: Set<RunID>) {
      ben.receive(
        .takeOver(
          Takeover(ticket: ticket, action: "deploy", runs: runs, person: "ben", reason: "off")))
      world.run(for: .seconds(1))
    }
    takeOver(1, [meant])
    #expect(ended(ben, 1) == [meant])
    #expect(ben.view.runs[address]?.map(\.id) == [spared])
    takeOver(2, [meant])
    #expect(ben.takeovers[2] == .refused("has no lost run"))
    #expect(ben.view.runs[address]?.map(\.id) == [spared])
  }

  @Test func aRunThatMayRunTwiceIsFreedAfterItsTime() throws {
    var action = deploy
    action.freeAfter = .seconds(120)
    let world = World()
    let (ada, ben, _) = lostRun(world, action)
    let cleo = world.host("cleo", [action])
    ada.kill()
    world.run(for: .seconds(115))
    #expect(ben.view.runs[address]?.first?.isLost == true)
    world.run(for: .seconds(20))

    #expect(ben.view.runs[address] == nil)
    #expect(cleo.view.runs[address] == nil)
    let log = try #require(world.etcd.keys("/signalbox/1/shop/log/").first.flatMap { world.etcd.entries[$0] })
    let entry: LogValue = try #require(StoredJSON.value(log.value))
    let ended = try #require(cleo.view.last[address]).ended
    #expect(entry.at == ended)
    #expect((0..<20_000).contains(world.wall - ended), "\(world.wall - ended) ms ago")
  }

  /// The boards of two machines need not agree about it.
  @Test(arguments: [(nil, 5), (5, nil)] as [(own: Int?, others: Int?)])
  func theBoardThatStartedARunDecidesWhetherTimeFreesIt(own: Int?, others: Int?) throws {
    var (careful, hasty) = (deploy, deploy)
    (careful.freeAfter, hasty.freeAfter) = (own.map { .seconds($0) }, others.map { .seconds($0) })
    let world = World()
    let (ada, ben) = (world.host("ada", [careful]), world.host("ben", [hasty]))
    world.run(for: .seconds(1))
    ada.press("deploy")
    world.run(for: .seconds(1))
    ada.kill()
    world.run(for: .seconds(60))
    #expect((ben.view.runs[address] == nil) == (own != nil), "\(ben.view.runs)")
  }

  @Test func aTimeThatIsNoneFreesNothing() throws {
    let world = World()
    let ben = world.host("ben", [deploy])
    world.run(for: .seconds(1))
    let run = RunValue(
      run: RunID("x"), member: "gone", host: "h", user: "ada", cause: "a key", began: 0, freeAfter: -1)
    world.etcd.write(
      "/signalbox/1/shop/run/web/deploy/0", String(decoding: StoredJSON.bytes(run), as: UTF8.self))
    world.deliverChanges()
    world.run(for: .seconds(600))
    #expect(ben.view.runs[address]?.first?.isLost == true)
  }

  @Test func theTimeStartsAgainWhenTheHostWasThereInBetween() throws {
    var action = deploy
    action.freeAfter = .seconds(30)
    let world = World()
    let (ada, ben, _) = lostRun(world, action)
    ada.isCut = true
    world.run(for: .seconds(30))
    ada.isCut = false
    world.run(for: .seconds(5))
    ada.isCut = true
    world.run(for: .seconds(30))
    #expect(ben.view.runs[address]?.first?.isLost == true)
    world.run(for: .seconds(15))
    #expect(ben.view.runs[address] == nil)
  }

  @Test func theLogIsKeptAtItsLimit() throws {
    let world = World()
    let (ada, ben, _) = lostRun(world)
    for number in 0..<1_005 {
      world.etcd.write("/signalbox/1/shop/log/\(String(repeating: "0", count: 15))\(1_000 + number)-x", "{}")
    }
    ada.kill()
    world.run(for: .seconds(12))
    ben.receive(takeover())
    world.run(for: .seconds(1))
    let logs = world.etcd.keys("/signalbox/1/shop/log/")
    #expect(logs.count == 1_000)
    #expect(logs.contains { $0.hasSuffix("1006-x") })
    #expect(!logs.contains { $0.hasSuffix("1005-x") })
  }

  @Test func aHostThatIsCutOffCancelsItsRunsIfTheBoardSaysSo() throws {
    let world = World()
    let (ada, _, press) = lostRun(world)
    var settings = ada.member.settings
    settings.cancelsWhenCutOff = true
    ada.receive(.settings(settings))
    world.run(for: .seconds(1))
    ada.isCut = true
    world.run(for: .seconds(8))
    try expectEqual(ada.cancelled[#require(ada.pressed[press]).run], "this host is cut off from etcd")
    #expect(world.commands.isEmpty)
    ada.isCut = false
    world.run(for: .seconds(10))
    #expect(world.etcd.keys("/signalbox/1/shop/run/").isEmpty)
  }
}
