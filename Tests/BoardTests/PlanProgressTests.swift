import Foundation
import Fuzzing
import Testing

@testable import Board

/// Plans that are performed on random boards, with failures and strangers.
///
/// `SIGNALBOX_PLAN_BOARDS=40000 swift test --filter PlanProgressTests` performs that many.
@Suite(.timeLimit(.minutes(60))) struct PlanProgressTests {
  struct Tally: CustomStringConvertible {
    var runs = 0
    var reached = 0
    var stopped: [String: Int] = [:]
    var derivations = 0
    var mostDerivations = 0
    var refused = 0
    var problems: [String] = []

    var description: String {
      let reasons = stopped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      return """
        \(runs) runs: \(reached) reached the target, stopped: \(reasons); derived again \(derivations), at most \
        \(mostDerivations); refused starts \(refused); problems \(problems.count) \(problems.prefix(5))
        """
    }
  }

  static var count: UInt64 {
    ProcessInfo.processInfo.environment["SIGNALBOX_PLAN_BOARDS"].flatMap(UInt64.init) ?? 400
  }

  @Test func `plans reach their targets when all goes well`() {
    var tally = Tally()
    for seed in 1...Self.count { perform(seed, failures: 0, strangers: 0, &tally) }
    if Self.count > 400 { print("undisturbed: \(tally)") }
    #expect(tally.problems == [], "\(tally)")
    #expect(tally.reached == tally.runs && tally.runs > 100, "\(tally)")
    #expect(tally.derivations == 0, "\(tally)")
  }

  @Test func `plans end with the target or a reason, whatever happens`() {
    for (failures, strangers) in [(6, 0), (0, 3), (8, 4)] {
      for isLate in [false, true] {
        var tally = Tally()
        for seed in 1...Self.count {
          perform(seed, failures: failures, strangers: strangers, isLate: isLate, &tally)
        }
        if Self.count > 400 {
          print(
            "one failure in \(failures), one stranger in \(strangers)\(isLate ? ", late" : ""): \(tally)")
        }
        #expect(tally.problems == [], "\(tally)")
        #expect(tally.reached > tally.runs / 10, "\(tally)")
        // A stranger can interfere again and again.
        #expect(strangers > 0 || tally.mostDerivations <= 3, "\(tally)")
      }
    }
  }

  /// A stranger has started the service of a step, and it is ready.
  @Test(arguments: [19_756, 20_302] as [UInt64])
  func `a step that others have done is not waited for`(seed: UInt64) {
    var tally = Tally()
    perform(seed, failures: 0, strangers: 3, &tally)
    #expect(tally.problems == [] && tally.runs == 1, "\(tally)")
  }

  /// - Parameters:
  ///   - failures: One run in this many fails; 0 for none.
  ///   - strangers: A stranger starts something in one of this many turns; 0 for none.
  ///   - isLate: Whether steps that are derived again are there when something else has happened.
  private func perform(
    _ seed: UInt64, failures: Int, strangers: Int, isLate: Bool = false, _ tally: inout Tally
  ) {
    var world = PlanWorld(seed: seed)
    guard !world.isOpen, let first = world.moment else { return }
    let plan = GuardPlan.derive(first)
    guard plan.steps != nil else { return }
    var random = SeededGenerator(seed: seed)
    var progress = PlanProgress(plan)
    var starts: [String] = []
    var derived: DerivedPlan?
    tally.runs += 1
    defer {
      tally.derivations += progress.derivations
      tally.mostDerivations = max(tally.mostDerivations, progress.derivations)
      if Set(starts).count != starts.count || !Set(starts).isSubset(of: plan.presses) {
        tally.problems.append("\(seed): started \(starts) of \(plan.presses)")
      }
    }
    for turn in 0..<400 {
      guard let moment = world.moment else { return }
      let orders = isLate ? progress.advance(moment, taking: derived) : progress.advanceAndDerive(moment)
      derived = progress.needsDerivation ? DerivedPlan(moment, onlyPressing: progress.mayPress) : nil
      if let stop = progress.stop {
        tally.stopped["\(stop)".prefix { $0 != "(" }.description, default: 0] += 1
        if failures == 0, strangers == 0 { tally.problems.append("\(seed): \(stop)") }
        return
      }
      for order in orders {
        switch order {
        case .start:
          tally.reached += 1
          let isEarly = starts.map(world.index).contains { world.state.running[$0] && !world.state.ready[$0] }
          if isEarly, strangers == 0 {
            tally.problems.append("\(seed): the target was started while a step ran")
          }
          if !world.mayPress(0) { tally.problems.append("\(seed): the target was locked") }
          return
        case .press(let id):
          // What was started before it in this turn may have locked it.
          guard world.mayPress(world.index(id)) else {
            tally.refused += 1
            continue
          }
          world.press(world.index(id))
          progress.pressed(id)
          starts.append(id)
        }
      }
      let busy = world.members.indices.filter { world.state.running[$0] && !world.state.ready[$0] }
      let pressable = world.members.indices.filter { $0 > 0 && world.mayPress($0) }
      if strangers > 0, turn < 100, random.oneIn(strangers), !pressable.isEmpty {
        world.press(random.pick(pressable))
      } else if !busy.isEmpty {
        let index = random.pick(busy)
        let fails = failures > 0 && random.oneIn(failures)
        world.finish(index, fails ? .failed : .succeeded)
        if fails || world.members[index].kind != .service { progress.ended(world.members[index].id) }
      } else if let wait = progress.entries.first(where: { $0.state == .running && $0.step.pressed == nil }) {
        world.rest(until: world.index(wait.step.action ?? ""))
      } else if orders.isEmpty, strangers == 0, derived == nil {
        tally.problems.append(
          "\(seed): stands still: \(progress.entries.map { "\($0.step.task) \($0.state)" })")
        return
      }
    }
    tally.problems.append("\(seed): does not end")
  }
}
