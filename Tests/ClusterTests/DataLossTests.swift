import Board
import Etcd
import Testing

@testable import Cluster

/// An etcd that has lost its data.
@Suite(.timeLimit(.minutes(15))) struct DataLossTests {
  private let deploy = SharedAction(id: "deploy", digest: "1")
  private let address = ActionAddress(board: "web", action: "deploy")
  private let runs = "/signalbox/1/shop/run/web/deploy/"

  /// ada runs `deploy`, ben knows it, and etcd has had many revisions.
  private func running(_ world: World) throws -> (ada: Host, ben: Host, run: RunID) {
    let (ada, ben) = (world.host("ada", [deploy]), world.host("ben", [deploy]))
    for number in 0..<12_000 { world.etcd.write("/other/\(number % 10)", "x") }
    world.etcd.compact()
    world.run(for: .seconds(1))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    return (ada, ben, try #require(ada.claim(press)).run)
  }

  private func putsRun(_ request: EtcdRequest) -> Bool {
    guard case .transaction(let transaction) = request else { return false }
    return transaction.success.contains {
      if case .put(let name, _, _) = $0 { name.hasPrefix(runs) } else { false }
    }
  }

  private func stored(_ world: World, slot: Int = 0) -> RunValue? {
    world.etcd.entries["\(runs)\(slot)"].flatMap { StoredJSON.value($0.value) }
  }

  private func isLocked(_ refusal: String?) -> Bool {
    refusal?.hasPrefix("is locked until this error is dismissed: etcd has lost its data: revision ") == true
  }

  @Test func theKeysOfLivingRunsAreCreatedAgain() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    world.loseData()
    // Somebody presses all the time.
    for _ in 0..<100 {
      ben.press("deploy")
      world.run(for: .milliseconds(100))
    }
    #expect(stored(world)?.run == run)
    #expect(world.violations.isEmpty, "\(world.violations)")
    #expect(world.isRunning(run))
    #expect(ada.cancelled.isEmpty)
    #expect(ben.view.runs[address]?.first?.id == run)
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    #expect(world.etcd.keys(runs).isEmpty)
    #expect(world.etcd.keys("/signalbox/1/shop/last/") == ["/signalbox/1/shop/last/web/deploy"])
  }

  /// Whether it notices the loss by the end of its watch, or when its lease has gone.
  @Test(arguments: [true, false]) func theyAreCreatedBeforeItsHostIsThereAgain(hasWatch: Bool) throws {
    let world = World()
    let (ada, _, _) = try running(world)
    if !hasWatch { ada.watch = nil }
    world.loseData()
    let before = ada.sent.count
    world.run(for: .seconds(10))
    let puts = ada.sent.dropFirst(before).compactMap { request -> String? in
      guard case .transaction(let transaction) = request else { return nil }
      return transaction.success.lazy.compactMap { if case .put(let key, _, _) = $0 { key } else { nil } }
        .first
    }
    #expect(puts.first == runs + "0", "\(puts)")
  }

  @Test func whatIsLostIsSaidWithBothRevisions() throws {
    let world = World()
    let (ada, ben, _) = try running(world)
    world.loseData()
    world.run(for: .seconds(10))
    for host in [ada, ben] {
      guard case .revision(let now, before: let before)? = host.view.dataLoss else {
        Issue.record("\(host.name): \(String(describing: host.view.dataLoss))")
        continue
      }
      #expect(now < 100)
      #expect(before > 12_000)
    }
    #expect(
      "\(DataLoss.revision(41, before: 12_040))" == "etcd has lost its data: revision 41, was 12,040")
    #expect(
      "\(DataLoss.revision(1, before: 1_234_567))" == "etcd has lost its data: revision 1, was 1,234,567")
  }

  @Test func sharedActionsAreLockedUntilAPersonHasSeenIt() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    world.loseData()
    world.run(for: .seconds(10))
    let locked = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(isLocked(ben.refusal(locked)), "\(ben.verdicts[locked] ?? [])")
    // What etcd does not know any more may be true: no guard passes.
    #expect(ben.view.connection == .connected)
    #expect(ben.view.facts(of: address) == nil)
    #expect(ada.view.facts(of: address)?.isRunning == true)

    ben.receive(.acknowledgeLoss)
    #expect(ben.view.dataLoss == nil)
    let occupied = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.refusal(occupied) == "is running on ada's ada-host")
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    let free = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.claim(free) != nil)
    // It is told once.
    world.run(for: .seconds(120))
    #expect(ben.view.dataLoss == nil)
  }

  @Test func aPressThatMeetsTheLossDoesNotStart() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    // The claim was granted by the etcd that is lost.
    world.fate = { host, request in
      World.Fate(back: host === ben && self.putsRun(request) ? .seconds(2) : .milliseconds(1))
    }
    let press = ben.press("deploy")
    world.run(until: { !world.etcd.keys(runs).isEmpty })
    world.loseData()
    ben.receive(.takeOver(Takeover(ticket: 1, action: "deploy", person: "ben", reason: "it asks etcd")))
    world.run(for: .seconds(10))
    #expect(isLocked(ben.refusal(press)), "\(ben.verdicts[press] ?? [])")
    #expect(world.commands.isEmpty)
  }

  @Test func aClaimThatARestoredStateKnowsIsGivenBack() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    world.fate = { host, request in World.Fate(losesAnswer: host === ben && self.putsRun(request)) }
    let press = ben.press("deploy")
    world.run(until: { !world.etcd.keys(runs).isEmpty })
    let backup = world.etcd
    for number in 0..<50 { world.etcd.write("/other/\(number % 10)", "x") }
    world.deliverChanges()
    world.run(for: .seconds(1))
    world.loseData()
    world.etcd = backup
    world.run(for: .seconds(20))
    #expect(isLocked(ben.refusal(press)), "\(ben.verdicts[press] ?? [])")
    #expect(world.commands.isEmpty)
    #expect(world.etcd.keys(runs).isEmpty)
  }

  @Test func aRunThatComesAfterAnotherOneOccupiesTheActionToo() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    ada.isCut = true
    ben.kill()
    world.run(for: .seconds(1))
    world.loseData()
    // It has never seen the etcd before.
    let cleo = world.host("cleo", [deploy])
    world.run(for: .seconds(1))
    let press = cleo.press("deploy")
    world.run(for: .seconds(1))
    let second = try #require(cleo.claim(press)).run
    ada.isCut = false
    world.run(for: .seconds(10))
    #expect(stored(world, slot: 0)?.run == second)
    #expect(stored(world, slot: 1)?.run == run)
    cleo.end(second, .succeeded)
    world.run(for: .seconds(1))
    let third = cleo.press("deploy")
    world.run(for: .seconds(1))
    #expect(cleo.refusal(third) == "is running on ada's ada-host")
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    #expect(world.etcd.keys(runs).isEmpty)
  }

  @Test func aRunWhoseKeyIsDeletedIsEnteredAgain() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    _ = world.etcd.perform(
      .transaction(EtcdTransaction(success: [.delete(EtcdRange(prefix: runs))])), at: world.time)
    world.deliverChanges()
    world.run(for: .seconds(1))
    #expect(stored(world)?.run == run)
    #expect(ada.view.dataLoss == .run(address))
    #expect(ada.cancelled.isEmpty)
    // The others have seen nothing but a run that ended and one that began.
    #expect(ben.view.dataLoss == nil)
    #expect(ben.view.runs[address]?.map(\.id) == [run])
  }

  @Test func aTakeoverIsNoLoss() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    ada.isCut = true
    world.run(for: .seconds(20))
    ben.receive(.takeOver(Takeover(ticket: 1, action: "deploy", person: "ben", reason: "it burns")))
    world.run(for: .seconds(1))
    // It has missed the change, so that it has to look for the reason.
    world.compact()
    ada.isCut = false
    world.run(for: .seconds(10))
    #expect(ada.cancelled[run] == "was taken over by ben on ben-host: it burns")
    #expect(ada.view.dataLoss == nil)
    #expect(world.etcd.keys(runs).isEmpty)
  }

  @Test func anEntryWhoseAnswerIsLostIsMadeOnce() throws {
    let world = World()
    let (ada, _, run) = try running(world)
    var isLost = false
    world.fate = { host, request in
      guard host === ada, self.putsRun(request), !isLost else { return World.Fate() }
      isLost = true
      return World.Fate(losesAnswer: true)
    }
    world.loseData()
    world.run(for: .seconds(20))
    #expect(isLost)
    #expect(world.etcd.keys(runs) == [runs + "0"])
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    #expect(world.etcd.keys(runs).isEmpty)
  }

  @Test func aRunThatEndsWhileItIsEnteredLeavesNoKey() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    world.fate = { host, request in
      World.Fate(back: self.putsRun(request) ? .seconds(2) : .milliseconds(1))
    }
    world.loseData()
    world.run(until: { !world.etcd.keys(runs).isEmpty })
    ada.end(run, .failed("no"))
    world.run(for: .seconds(5))
    #expect(world.etcd.keys(runs).isEmpty)
    #expect(ben.view.last[address]?.outcome == .failed("no"))
    #expect(ben.view.last[address]?.run == run)
  }

  /// Numbers come again.
  @Test func theReleaseOfARunSparesAnotherOneWithTheSameNumber() throws {
    let world = World()
    let (ada, _, run) = try running(world)
    let entry = try #require(world.etcd.entries[runs + "0"])
    ada.isCut = true
    world.loseData()
    while world.etcd.revision < entry.createRevision - 1 { world.etcd.write("/other/1", "x") }
    world.etcd.write(runs + "0", "another one")
    #expect(world.etcd.entries[runs + "0"]?.createRevision == entry.createRevision)
    for _ in 0..<100 { world.etcd.write("/other/1", "x") }
    ada.end(run, .succeeded)
    ada.isCut = false
    world.run(for: .seconds(10))
    #expect(world.etcd.entries[runs + "0"]?.value == Array("another one".utf8))
  }

  @Test func aStateThatWasRestoredKeepsTheRunsThatItKnows() throws {
    let world = World()
    let (ada, ben, run) = try running(world)
    let backup = world.etcd
    for number in 0..<50 { world.etcd.write("/other/\(number % 10)", "x") }
    world.run(for: .seconds(1))
    let other = ben.press("deploy")
    world.run(for: .seconds(1))
    #expect(ben.refusal(other) == "is running on ada's ada-host")
    world.loseData()
    world.etcd = backup
    world.run(for: .seconds(20))
    #expect(world.etcd.keys(runs) == [runs + "0"])
    #expect(stored(world)?.run == run)
    #expect(ada.view.dataLoss != nil && ben.view.dataLoss != nil)
    ada.end(run, .succeeded)
    world.run(for: .seconds(1))
    #expect(world.etcd.keys(runs).isEmpty)
  }
}
