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

  @Test func aPressAfterTheEndOfTheOwnRunWaitsUntilTheOthersKnow() throws {
    let world = World()
    let condition = Condition(action: "deploy", property: .running, isTrue: false)
    let clean = SharedAction(id: "clean", digest: "1", references: [condition.fact])
    let test = SharedAction(id: "test", digest: "1")
    let ada = world.host("ada", [deploy, clean, test])
    ada.conditions["clean"] = [condition]
    world.run(for: .seconds(1))
    let first = ada.press("deploy")
    world.run(for: .seconds(1))
    world.fate = { _, request in
      if case .transaction(let transaction) = request,
        transaction.deletes("/signalbox/1/shop/run/web/deploy/0")
      {
        World.Fate(there: .milliseconds(300))
      } else {
        World.Fate()
      }
    }
    ada.end(try #require(ada.claim(first)).run, .succeeded)
    let (again, guarded, other) = (ada.press("deploy"), ada.press("clean"), ada.press("test"))
    world.run(for: .milliseconds(100))
    #expect(ada.claim(other) != nil)
    #expect(ada.claim(again) == nil)
    world.run(for: .seconds(1))
    #expect(ada.claim(again) != nil || ada.claim(guarded) != nil)
    #expect(ada.refusal(again) == nil)
    #expect(world.violations.isEmpty)
  }

  @Test func aReleaseThatFailsHoldsNoPressForLong() throws {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    let first = ada.press("deploy")
    world.run(for: .seconds(1))
    ada.isCut = true
    ada.end(try #require(ada.claim(first)).run, .succeeded)
    let again = ada.press("deploy")
    world.run(for: .seconds(9))
    #expect(ada.problem(again) == "cannot start: a: connection refused")
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

  @Test func twoActionsThatExcludeEachOtherNeverStartBoth() throws {
    let world = World()
    world.exclusions = [("web/deploy", "web/migrate")]
    let conditions = [
      "deploy": [Condition(action: "migrate", property: .running, isTrue: false)],
      "migrate": [Condition(action: "deploy", property: .running, isTrue: false)],
    ]
    let actions = ["deploy", "migrate"].map { id in
      SharedAction(id: id, digest: "1", references: (conditions[id] ?? []).map(\.fact))
    }
    let hosts = ["ada", "ben"].map { world.host($0, actions) }
    for host in hosts { host.conditions = conditions }
    world.run(for: .seconds(1))

    let (first, second) = (hosts[0].press("deploy"), hosts[1].press("migrate"))
    world.run(for: .seconds(1))

    #expect(world.violations.isEmpty)
    #expect(world.commands.count == 1)
    #expect(hosts[0].claim(first) != nil)
    #expect(hosts[1].refusal(second) == "needs not deploy.running")
  }

  @Test func whoLosesThreeTimesIsToldToWhom() throws {
    let world = World()
    let condition = Condition(action: "ops/migrate", property: .running, isTrue: false)
    let ada = world.host("ada", [SharedAction(id: "deploy", digest: "1", references: [condition.fact])])
    let ops = world.host("ops", board: "ops", [SharedAction(id: "migrate", digest: "7")])
    world.run(for: .seconds(1))
    // Each time that ada claims, a migration has started and ended, or just started, since her read.
    var claims = 0
    world.fate = { host, request in
      if host === ada, case .transaction(let transaction) = request, !transaction.isReadOnly {
        claims += 1
        let key = "/signalbox/1/shop/run/ops/migrate/0"
        let value = RunValue(
          run: RunID("m\(claims)"), member: ops.identity.id, host: "ops-host", user: "ops", input: nil,
          cause: "a key", began: 0)
        world.etcd.write(key, String(decoding: StoredJSON.bytes(value), as: UTF8.self))
      }
      return World.Fate()
    }
    // The guard does not mind: only the keys change.
    let press = ada.press("deploy")
    world.run(for: .seconds(1))

    #expect(claims == 3)
    #expect(ada.refusal(press) == "lost to ops's ops-host, which started ops/migrate")
  }

  @Test(arguments: [
    ("board/web/ben", #"{"actions": {"deploy": "2"}}"#),
    ("last/web/test", #"{"run": "1", "result": "failed"}"#),
  ])
  func aClaimFailsIfWhatDecidedHasChangedSinceItsRead(_ key: String, _ value: String) throws {
    let world = World()
    let condition = Condition(action: "test", property: .failed, isTrue: false)
    let shared = SharedAction(id: "deploy", digest: "1", references: [condition.fact])
    let ada = world.host("ada", [shared, SharedAction(id: "test", digest: "1")])
    world.run(for: .seconds(1))
    var claims = 0
    world.fate = { host, request in
      if case .transaction(let transaction) = request, !transaction.isReadOnly {
        claims += 1
        if claims == 1 { world.etcd.write("/signalbox/1/shop/\(key)", value) }
      }
      return World.Fate()
    }
    let press = ada.press("deploy")
    world.run(for: .milliseconds(500))

    #expect(claims > 1 || ada.refusal(press) != nil)
  }

  @Test func aRunThatTheHostsOwnFactsForbidIsWithdrawn() throws {
    let world = World()
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    ada.allowsStart = { _ in false }
    world.run(for: .seconds(1))
    let first = ada.press("deploy")
    world.run(for: .seconds(1))

    #expect(ada.claim(first) != nil)
    #expect(world.etcd.keys("/signalbox/1/shop/run/").isEmpty)
    #expect(world.etcd.keys("/signalbox/1/shop/last/").isEmpty)
    let second = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.claim(second) != nil)
  }

  @Test func asManyRunsAsThereAreSlotsStart() throws {
    let world = World()
    world.slots = ["web/test": 3]
    let hosts = (0..<5).map { world.host("h\($0)", [SharedAction(id: "test", digest: "1", slots: 3)]) }
    world.run(for: .seconds(1))
    let presses = hosts.map { ($0, $0.press("test")) }
    world.run(for: .seconds(2))

    #expect(world.violations.isEmpty)
    let claims = presses.compactMap { $0.claim($1) }
    #expect(Set(claims.map(\.slot)).count == claims.count)
    // Of presses at once some may lose too often. Those that come later find the free slots.
    let later = hosts.map { host in
      world.run(for: .seconds(1))
      return host.claim(host.press("test")) == nil
    }
    world.run(for: .seconds(1))
    #expect(later.count == 5)
    #expect(world.commands.count == 3)
  }

  @Test func aGuardThatReadsTooMuchIsRefused() throws {
    let world = World()
    let names = (0..<70).map { "a\($0)" }
    let facts = names.map { GuardFact.action($0, .succeeded) }
    let others = names.map { SharedAction(id: $0, digest: "1") }
    let ada = world.host("ada", [SharedAction(id: "deploy", digest: "1", references: facts)] + others)
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))

    let refusal = try #require(ada.refusal(press))
    #expect(refusal == "reads too much: a start compares 144 keys, and at most 120 are possible")
  }

  @Test func anActionThatIsNotSharedIsRefused() {
    let world = World()
    let ada = world.host("ada", [deploy])
    world.run(for: .seconds(1))
    #expect(ada.refusal(ada.press("build")) == "is not shared")
  }

  @Test func theValueOfARunningActionIsComparedOnlyWhereTheGuardReadsIt() throws {
    let ops = ActionAddress(board: "ops", action: "migrate")
    func claim(_ property: GuardFact.Property) -> [String] {
      let shared = SharedAction(id: "deploy", digest: "1", references: [.action("ops/migrate", property)])
      let settings = ClusterSettings(realm: "shop", board: "web", actions: [shared])
      let keys = ClusterKeys(realm: "shop")
      var store = ClusterStore(keys: keys)
      let run = RunValue(
        run: RunID("r"), member: "m", host: "h", user: "u", input: nil, cause: "c", began: 0)
      store.runs[ops] = [0: Stored(value: run, createRevision: 5, modRevision: 5)]
      let host = HostValue(host: "h", user: "u", program: "p", process: 1, started: 0)
      store.hosts["m"] = Stored(value: host, createRevision: 2, modRevision: 2)
      return PressKeys(shared, settings, keys, member: "a")
        .comparisons(store, slot: 0, at: 9, isQueued: false).map(\.key)
    }
    let now = "/signalbox/1/shop/now/ops/migrate/0"
    #expect(claim(.value).contains(now))
    #expect(!claim(.running).contains(now))
    #expect(claim(.running).contains("/signalbox/1/shop/host/m"))
  }
}

extension EtcdTransaction {
  fileprivate func deletes(_ key: String) -> Bool {
    success.contains { if case .delete(let range) = $0 { range.first == key } else { false } }
  }
}
