import Board
import Etcd
import Fuzzing
import TestSupport
import Testing

@testable import Cluster

/// Hosts that press at random while messages are late or lost, cables are cut, processes are paused and
/// killed, and histories are compacted. A witness outside of the protocol sees which commands run.
@Suite(.timeLimit(.minutes(Seeds.minuteLimit)), .slow) struct RandomPressTests {
  @Test func noTwoRunsThatTheGuardsForbidOverlapAndEveryPressGetsOneVerdict() {
    var totals = Realm.Totals()
    for seed in Seeds(30) {
      var realm = Realm(seed: seed, .real)
      realm.run()
      #expect(realm.findings.isEmpty, "SIGNALBOX_FUZZ_SEED=\(seed)")
      totals.add(realm.totals)
      if !realm.findings.isEmpty { break }
    }
    // A seed that is given is one world; otherwise the worlds must be worth their time.
    if totals.worlds > 10 {
      #expect(totals.starts > 5 * totals.worlds)
      #expect(totals.uncertain > totals.worlds)
      #expect(totals.takeovers > 0)
    }
  }

  @Test(arguments: [Design.ownKeyOnly, .leaseBound]) func aWrongDesignIsFound(_ design: Design) {
    let found = (1...60).contains { seed in

      var realm = Realm(seed: UInt64(seed), design)
      realm.run()
      return realm.findings.contains { $0.contains("starts at") }
    }
    #expect(found)
  }
}

/// How claims are sent to etcd.
enum Design: Sendable {
  case real
  /// A claim compares only the key that it writes.
  case ownKeyOnly
  /// A claim expires with the lease of its host.
  case leaseBound

  func rewrite(_ transaction: EtcdTransaction, lease: Int64?) -> EtcdTransaction {
    func isClaim(_ operation: EtcdOperation) -> Bool {
      if case .put(let key, _, _) = operation { key.contains("/run/") } else { false }
    }
    guard self != .real, transaction.success.contains(where: isClaim) else { return transaction }
    var changed = transaction
    switch self {
    case .real: break
    case .ownKeyOnly:
      changed.comparisons = transaction.comparisons.filter { comparison in
        transaction.success.contains {
          if case .put(let key, _, _) = $0 { key == comparison.key && comparison.end == nil } else { false }
        }
      }
    case .leaseBound:
      changed.success = transaction.success.map {
        guard case .put(let key, let value, _) = $0, key.contains("/run/") else { return $0 }
        return .put(key: key, value: value, lease: lease ?? 0)
      }
    }
    return changed
  }
}

/// A world with faults, by a seed.
struct Realm {
  struct Totals {
    var worlds = 0
    var presses = 0
    var starts = 0
    var uncertain = 0
    var takeovers = 0

    mutating func add(_ other: Self) {
      worlds += 1
      presses += other.presses
      starts += other.starts
      uncertain += other.uncertain
      takeovers += other.takeovers
    }
  }

  private(set) var findings: [String] = []
  private(set) var totals = Totals()
  private let world = World()
  private var chance: SeededGenerator
  private var faults: SeededGenerator
  private let actions: [SharedAction]
  private let conditions: [String: [Condition]]
  private var lives = 0

  init(seed: UInt64, _ design: Design) {
    chance = SeededGenerator(seed: seed)
    faults = SeededGenerator(seed: seed &+ 0x5EED)
    conditions = [
      "deploy": [Condition(action: "migrate", property: .running, isTrue: false)],
      "migrate": [
        Condition(action: "deploy", property: .running, isTrue: false),
        Condition(action: "test", property: .running, isTrue: false),
      ],
    ]
    let references = conditions.mapValues { $0.map(\.fact) }
    actions = [
      SharedAction(id: "deploy", digest: "1", references: references["deploy"] ?? []),
      SharedAction(id: "migrate", digest: "1", queueLimit: 3, references: references["migrate"] ?? []),
      SharedAction(id: "test", digest: "1", slots: 2),
    ]
    world.slots = ["web/test": 2]
    // The guard of `test` reads nothing, so that a test may begin while a migration runs.
    world.exclusions = [("web/deploy", "web/migrate")]
    world.rewrite = { [world] host, transaction in
      let key = "/signalbox/1/shop/host/\(host.identity.id)"
      return design.rewrite(transaction, lease: world.etcd.entries[key]?.lease)
    }
    for name in ["ada", "ben", "cleo", "dan"] { join(name) }
  }

  private mutating func join(_ name: String) {
    let host = world.host(name, actions)
    host.conditions = conditions
    var own = SeededGenerator(seed: chance.next())
    // Most are short, so that there are many; some are longer than a lease.
    host.duration = { _ in .milliseconds(own.oneIn(6) ? own.within(10_000...40_000) : own.within(20...2_000))
    }
    lives += 1
  }

  mutating func run() {
    world.run(for: .seconds(1))
    let box = Box(faults)
    world.fate = { _, _ in
      var fate = World.Fate()
      fate.there = .milliseconds(1 + box.chance.magnitude(upTo: 300))
      fate.back = .milliseconds(1 + box.chance.magnitude(upTo: 300))
      // Later than the sender waits.
      if box.chance.oneIn(20) { fate.there = .milliseconds(box.chance.within(4_000...9_000)) }
      fate.losesAnswer = box.chance.oneIn(10)
      fate.losesRequest = box.chance.oneIn(20)
      fate.isAnsweredTwice = box.chance.oneIn(10)
      return fate
    }
    world.watchDelay = { _ in .milliseconds(1 + box.chance.magnitude(upTo: 2_000)) }
    for _ in 0..<250 {
      step()
      world.run(for: .milliseconds(chance.magnitude(upTo: 3_000)))
    }
    world.fate = { _, _ in World.Fate() }
    world.watchDelay = { _ in .milliseconds(1) }
    settle()
    judge()
  }

  private var living: [Host] { world.hosts.filter { !$0.isDead } }

  private mutating func step() {
    let host = chance.pick(living)
    switch chance.below(64) {
    case 0: host.isCut = true
    case 1...5: for host in living { host.isCut = false }
    case 6:
      host.pause()
      // Longer than the lease.
      if chance.oneIn(3) { world.run(for: .seconds(chance.within(10...14))) }
    case 7...10: for host in living where host.isPaused { host.resume() }
    case 11 where chance.oneIn(3):
      host.kill()
      join(host.name)
    case 12: world.compact()
    case 13: world.hasNoLeader = true
    case 14...19: world.hasNoLeader = false
    case 20, 21: takeOver(by: host)
    case 22, 23:
      if let press = host.pressed.keys.max(by: { $0.number < $1.number }),
        host.verdict(press)?.isFinal != true
      {
        host.receive(.withdraw(press))
      }
    default:
      host.press(chance.pick(["deploy", "migrate", "test"]))
      // Somebody else at the same time.
      if chance.oneIn(2) { chance.pick(living).press(chance.pick(["deploy", "migrate"])) }
    }
  }

  /// A person who has made sure that the host is dead.
  private mutating func takeOver(by host: Host) {
    for (action, runs) in host.view.runs {
      for run in runs where run.isLost {
        guard world.hosts.first(where: { $0.identity.id == run.member })?.isDead == true else { continue }
        let takeover = Takeover(
          ticket: totals.takeovers, action: action.action, runs: [run.id], person: host.name,
          reason: "it is dead")
        totals.takeovers += 1
        host.receive(.takeOver(takeover))
      }
    }
  }

  /// The faults end, and everything comes to rest.
  private mutating func settle() {
    world.hasNoLeader = false
    for host in living {
      host.isCut = false
      if host.isPaused { host.resume() }
    }
    for _ in 0..<8 {
      world.run(for: .seconds(40))
      for host in living { takeOver(by: host) }
    }
    world.run(for: .seconds(90))
  }

  private mutating func judge() {
    findings += world.violations
    for host in world.hosts {
      for press in host.pressed.keys.sorted(by: { $0.number < $1.number }) {
        let final = (host.verdicts[press] ?? []).filter(\.isFinal)
        totals.presses += 1
        if host.verdicts[press]?.first == .asking { totals.uncertain += 1 }
        if case .granted? = final.first { totals.starts += 1 }
        guard final.count == 1 || (host.isDead && final.isEmpty) else {
          findings.append("press \(press.number) of \(host.name) has the verdicts \(final)")
          continue
        }
      }
    }
    if !world.commands.isEmpty { findings.append("commands still run: \(world.commands)") }
    let left = ["run", "now", "wait"].flatMap { world.etcd.keys("/signalbox/1/shop/\($0)/") }
    if !left.isEmpty { findings.append("keys are left: \(left)") }
    for host in living {
      if host.view.connection != .connected {
        findings.append("\(host.name) is not connected: \(host.view.connection)")
      }
      if host.view.last != living[0].view.last || !host.view.runs.isEmpty {
        findings.append("\(host.name) shows something else than \(living[0].name)")
      }
      // Nothing was ever lost.
      if let loss = host.view.dataLoss { findings.append("\(host.name) misses something: \(loss)") }
      if host.view.hosts.count != living.count {
        findings.append("\(host.name) shows \(host.view.hosts.count) hosts")
      }
    }
    if world.etcd.largestTransaction > ClusterSettings.comparisonLimit {
      findings.append("a transaction has \(world.etcd.largestTransaction) operations")
    }
  }

  /// The generator of the network, which the world uses while it runs.
  private final class Box {
    var chance: SeededGenerator
    init(_ chance: SeededGenerator) { self.chance = chance }
  }
}
