import Foundation
import Fuzzing
import TestSupport
import Testing

@testable import Board

/// Plans of random boards against a search through all states.
///
/// `SIGNALBOX_PLAN_BOARDS=40000 swift test --filter GuardPlanComparison` compares that many.
@Suite(.timeLimit(.minutes(60))) struct GuardPlanComparisonTests {
  /// How many boards had which verdicts.
  struct Tally: CustomStringConvertible {
    var boards = 0
    var locked = 0
    var plans = 0
    var none = 0
    var missed: [UInt64] = []
    /// Those for which an action would have to be pressed twice, or something while a present run allows it.
    var missedOnPurpose = 0
    var onlyInFlight = 0
    var wrong: [UInt64] = []
    var longer = 0
    var stuck: [UInt64] = []
    var orders = 0
    var expansions: [Int] = []

    var description: String {
      let sorted = expansions.sorted()
      let at = { (share: Double) in sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count - 1) * share)] }
      return """
        \(boards) boards, \(locked) locked: \(plans) plans, \(none) without, missed \(missed.count) \
        \(missed.prefix(5)) and on purpose \(missedOnPurpose), open only by what runs at the same time \(onlyInFlight), wrong \(wrong.prefix(5)), \
        longer than the least \(longer), orders of ends \(orders), stuck \(stuck.count) \(stuck.prefix(5)), \
        expansions \(at(0.5)), 99 % \(at(0.99)), 99.9 % \(at(0.999)), most \(at(1))
        """
    }
  }

  @Test(.slow) func `plans open their targets, and are found where a search finds a way`() {
    let count = ProcessInfo.processInfo.environment["SIGNALBOX_PLAN_BOARDS"].flatMap(UInt64.init) ?? 400
    var tally = Tally()
    for seed in 1...count { compare(seed, &tally) }
    if count > 400 { print(tally, "all that were missed: \(tally.missed)", separator: "\n") }
    #expect(tally.wrong == [], "a plan where there is no way: \(tally)")
    #expect(tally.stuck == [], "in an order of ends, a plan did not open its target: \(tally)")
    #expect(tally.plans > tally.locked / 4, "\(tally)")
    // Ways that press an action twice, or give up what holds, are not found.
    #expect(tally.missedOnPurpose <= max(2, tally.locked / 200), "\(tally)")
    #expect(tally.missed.count <= tally.locked / 3_000, "\(tally)")
    #expect(tally.longer * 100 <= tally.plans, "\(tally)")
  }

  private func compare(_ seed: UInt64, _ tally: inout Tally) {
    let world = PlanWorld(seed: seed)
    tally.boards += 1
    guard !world.isOpen, let moment = world.moment else { return }
    tally.locked += 1
    var expansions = 0
    let plan = GuardPlan.derive(moment) { expansions = $0 }
    tally.expansions.append(expansions)
    let least = world.leastPresses(inFlight: false)
    guard let steps = plan.steps else {
      if least != nil {
        if world.hasPlainWay { tally.missed.append(seed) } else { tally.missedOnPurpose += 1 }
      } else if world.leastPresses(inFlight: true) != nil {
        tally.onlyInFlight += 1
      } else {
        tally.none += 1
      }
      return
    }
    tally.plans += 1
    guard let least else { return tally.wrong.append(seed) }
    if plan.presses.count > least { tally.longer += 1 }
    for order in UInt64(0)..<4 {
      tally.orders += 1
      var random = SeededGenerator(seed: seed &* 4 &+ order)
      if !opens(world, steps, &random) { tally.stuck.append(seed) }
    }
  }

  /// Performs a plan, with the ends of the runs in any order.
  private func opens(_ world: PlanWorld, _ steps: [PlanStep], _ random: inout SeededGenerator) -> Bool {
    var world = world
    var done: Set<Int> = []
    var pressed: Set<Int> = []
    for _ in 0..<200 {
      for step in steps where !done.contains(step.number) {
        guard let index = step.action.map(world.index) else { continue }
        switch step.task {
        case .press: if pressed.contains(step.number), !isBusy(index, world) { done.insert(step.number) }
        case .end, .ready: if !isBusy(index, world) { done.insert(step.number) }
        case .age:
          if Set(step.after).isSubset(of: done) {
            world.rest(until: index)
            done.insert(step.number)
          }
        case .beat, .other, .network, .errors: done.insert(step.number)
        }
      }
      if done.count == steps.count { return world.isOpen }
      let busy = world.members.indices.filter { isBusy($0, world) }
      let due = steps.filter {
        $0.pressed != nil && !pressed.contains($0.number) && Set($0.after).isSubset(of: done)
      }
      if !due.isEmpty, busy.isEmpty || random.oneIn(2) {
        let step = random.pick(due)
        let index = world.index(step.pressed ?? "")
        guard world.mayPress(index) else { return false }
        world.press(index)
        pressed.insert(step.number)
      } else if !busy.isEmpty {
        world.finish(random.pick(busy))
      }
    }
    return false
  }

  private func isBusy(_ index: Int, _ world: PlanWorld) -> Bool {
    world.state.running[index] && !world.state.ready[index]
  }
}
