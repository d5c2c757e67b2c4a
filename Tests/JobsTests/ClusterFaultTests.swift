#if os(Linux)
import Board
import Boundary
import EtcdServer
import Fuzzing
import PressHistory
import TestSupport
import Testing

@testable import Jobs

/// Boxes that press at the same time, with three nodes of a real etcd, while these are killed and paused, and
/// while the cables of boxes are cut. Benchmarks/README.md describes a larger one, with real networks.
@MainActor
@Suite(.timeLimit(.minutes(15)), .slow) struct ClusterFaultTests {
  private static let rules = HistoryRules([
    "a": .init(needs: [.init("b", .running, is: false), .init("c", .running, is: false)]),
    "b": .init(needs: [.init("a", .running, is: false), .init("c", .running, is: false)]),
    "c": .init(needs: [.init("a", .running, is: false), .init("b", .running, is: false)]),
    "s": .init(), "r": .init(needs: [.init("s", .succeeded, is: true)]),
  ])

  /// The witness: a command fails if another one has its lock.
  private static func actions(_ scratch: Scratch) -> String {
    func command(_ lock: String) -> String { "run: [flock, -n, \(scratch.path)/\(lock), sleep, '0.02']" }
    return """
        a: { \(command("trio")), shared: true, enabled-if: '!b.running && !c.running' }
        b: { \(command("trio")), shared: true, enabled-if: '!a.running && !c.running' }
        c: { \(command("trio")), shared: true, enabled-if: '!a.running && !b.running' }
        s: { \(command("s")), shared: true }
        r: { \(command("r")), shared: true, enabled-if: s.succeeded }

      """
  }

  private static func isIdle(_ machine: Machine) -> Bool {
    ["a", "b", "c", "s", "r"].allSatisfy {
      machine[$0]?.isRunning == false && machine[$0]?.shared?.runs.isEmpty == true
    }
  }

  private static func hasLostRun(_ machine: Machine) -> Bool {
    machine.box.situation.actions.contains { $0.shared?.lostRun != nil }
  }

  @Test func `starts are exclusive, and every press is answered, in spite of all faults`() async throws {
    let etcd = try await EtcdServer(nodes: 3)
    let scratch = try Scratch()
    let machines = try (0..<4).map { _ in try Machine(etcd.endpoints, Self.actions(scratch)) }
    for machine in machines { await machine.connect() }
    let recorder = Recorder()
    let leader = try await etcd.leader
    let others = [0, 1, 2].filter { $0 != leader }

    func pressAll(_ round: Int, _ machines: some Sequence<Machine>, disturbance: @escaping () -> Void = {})
      async
    {
      let tasks = machines.enumerated().map { index, machine in
        Task {
          var chance = SeededGenerator(seed: UInt64(10 * round + index))
          for number in 0..<10 {
            await recorder.press(chance.pick(["a", "b", "c", "a", "b", "c", "s", "r"]), on: machine)
            await machine.wait { Self.isIdle(machine) }
            // Presses of the others are not answered at this time.
            if index == 0, number == 2 { disturbance() }
          }
        }
      }
      for task in tasks { await task.value }
      for machine in machines { await machine.connect() }
    }

    await pressAll(1, machines)
    await pressAll(2, machines) { etcd.kill(leader) }
    try await etcd.start(leader)
    await pressAll(3, machines) { etcd.pause(others[0]) }
    etcd.resume(others[0])
    await pressAll(4, machines) { etcd.kill(others[1]) }
    try await etcd.start(others[1])
    for (round, isolated) in machines[..<2].enumerated() {
      let press = Task {
        for action in ["a", "b", "s"] { await recorder.press(action, on: isolated) }
      }
      let others = machines.filter { $0 !== isolated }
      await pressAll(5 + round, others) {
        isolated.cut()
        Task {
          // The others wait for a run of this machine that has not ended when its cable was cut.
          await others[0].wait { !isolated.isCut || Self.hasLostRun(others[0]) }
          isolated.mend()
        }
      }
      isolated.mend()
      await press.value
      await isolated.connect()
    }
    await pressAll(7, machines)

    #expect(recorder.answers == 5 * 40 + 2 * 33)
    for machine in machines {
      await machine.wait { Self.isIdle(machine) }
    }
    // Whether the others know the end of a run is not known if etcd was too slow to say so.
    let failures = recorder.outcomes.filter { $0 != .succeeded && !$0.isUnconfirmed }
    #expect(failures.isEmpty, "\(failures)")
    #expect(recorder.outcomes.count == recorder.starts)
    #expect(recorder.starts > 20)
    #expect(LinearizabilityChecker.check(recorder.history, Self.rules).finding == nil)
    for machine in machines { await machine.leave() }
  }
}

/// What was pressed, and what came of it, as seen from outside.
@MainActor
private final class Recorder {
  private(set) var answers = 0
  private(set) var starts = 0
  private(set) var outcomes: [RunOutcome] = []
  private(set) var history: [RecordedOperation] = []
  private let begin = ContinuousClock.now

  private var now: Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - begin).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// Presses an action and waits for the answer.
  func press(_ action: String, on machine: Machine) async {
    let call = now
    var order = StartOrder(action)
    await withCheckedContinuation { continuation in
      order.onAnswer = { [self] answer in
        answers += 1
        switch answer {
        case .accepted:
          starts += 1
          let run = "\(starts)"
          history.append(RecordedOperation(.start(action: action, run: run), from: call, to: now))
          // When the others know of its end is not recorded.
          history.append(RecordedOperation(.end(action: action, run: run, .succeeded), from: now, to: nil))
        case .refused(let reason):
          guard RefusalReason.isState(reason) else { break }
          history.append(RecordedOperation(.refusal(action: action), from: call, to: now))
        case .upToDate, .unavailable, .notTaken, .unknown: break
        }
        continuation.resume()
      }
      order.onEnd = { [self] in outcomes.append($0) }
      machine.box.start(order)
    }
  }
}
#endif
