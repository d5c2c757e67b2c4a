import Fuzzing

@testable import Board

/// A small random board in one of its states, for the comparison of plans with a search through all states.
/// It shares nothing with the simulation of plans but the evaluation of single facts.
struct PlanWorld {
  struct Member {
    let id: String
    let guarded: Guard
    let kind: PlannedAction.Kind
  }

  enum Result { case none, succeeded, failed }

  struct State: Hashable {
    var running: [Bool]
    var ready: [Bool]
    var result: [Result]
    /// The place of each result in the order of time; 0 for none.
    var ended: [Int]
    /// Whether each result is older than an hour.
    var isOld: [Bool]
  }

  let members: [Member]
  var state: State
  /// The actions that have ended since the beginning.
  private var renewed: Set<Int> = []
  /// The actions that a search has pressed, if it presses each once.
  fileprivate var pressed: Set<Int> = []

  /// - Parameter count: The number of actions; the first one is the target.
  init(seed: UInt64, count: ClosedRange<Int> = 2...6) {
    var random = SeededGenerator(seed: seed)
    let count = random.within(count)
    let kinds: [PlannedAction.Kind] = (0..<count).map { index in
      index == 0 ? .command : random.pick([.command, .command, .command, .service, .probe])
    }
    members = kinds.indices.map { index in
      let isFree = index > 0 && random.oneIn(3)
      let text = isFree ? "" : Self.expression(of: index, kinds, depth: 2, &random)
      return Member(id: "a\(index)", guarded: (try? Guard(text)) ?? .always, kind: kinds[index])
    }
    state = State(
      running: kinds.map { _ in false }, ready: kinds.map { _ in false }, result: kinds.map { _ in .none },
      ended: kinds.map { _ in 0 }, isOld: kinds.map { _ in false })
    var places = Array(1...count)
    for index in kinds.indices {
      let place = places.remove(at: random.below(places.count))
      switch random.below(8) {
      case 0, 1, 2: break
      case 3, 4: end(index, random.oneIn(3) ? .failed : .succeeded, place, isOld: random.oneIn(2))
      case 5: end(index, .failed, place, isOld: random.oneIn(2))
      case 6 where index > 0: begin(index, isReady: random.oneIn(2))
      default: end(index, .succeeded, place, isOld: random.oneIn(2))
      }
    }
    // What is older than an hour is older than what is not.
    let limit = state.isOld.indices.filter { state.isOld[$0] }.map { state.ended[$0] }.max() ?? 0
    for index in kinds.indices where state.ended[index] > 0 && state.ended[index] < limit {
      state.isOld[index] = true
    }
  }

  private static func expression(
    of index: Int, _ kinds: [PlannedAction.Kind], depth: Int, _ random: inout SeededGenerator
  ) -> String {
    if depth > 0, random.oneIn(2) {
      let parts = (0..<random.within(2...3)).map { _ in
        expression(of: index, kinds, depth: depth - 1, &random)
      }
      return "(" + parts.joined(separator: random.oneIn(3) ? " || " : " && ") + ")"
    }
    let other = (index + 1 + random.below(kinds.count - 1)) % kinds.count
    let third = (index + 1 + random.below(kinds.count - 1)) % kinds.count
    let not = random.oneIn(8) ? "!" : ""
    if kinds[other] == .service {
      return random.pick(["a\(other).ready", "a\(other).ready", "a\(other).running", "!a\(other).running"])
    }
    switch random.below(16) {
    case 0...5: return "\(not)a\(other).succeeded"
    case 6, 7: return "!a\(other).failed"
    case 8: return "a\(other).failed"
    case 9: return random.oneIn(2) ? "a\(other).idle" : "!a\(other).idle"
    case 10, 11: return "!a\(other).running"
    case 12 where other > index: return "a\(other).enabled"
    case 13 where kinds[third] != .service && third != other:
      return "a\(other).age \(random.pick(["<", "<=", ">"])) a\(third).age"
    case 14: return "a\(other).age < 1h"
    case 15 where random.oneIn(3): return "a\(other).age >= 1h"
    default: return "a\(other).succeeded"
    }
  }

  // MARK: Events

  private mutating func end(_ index: Int, _ result: Result, _ place: Int, isOld: Bool = false) {
    if members[index].kind == .service && result == .succeeded { return }
    (state.running[index], state.ready[index]) = (false, false)
    (state.result[index], state.ended[index], state.isOld[index]) = (result, place, isOld)
  }

  private mutating func begin(_ index: Int, isReady: Bool) {
    state.running[index] = true
    state.ready[index] = isReady && members[index].kind == .service
    (state.result[index], state.ended[index], state.isOld[index]) = (.none, 0, false)
  }

  /// Starts an action, whether or not it may.
  mutating func press(_ index: Int) { begin(index, isReady: false) }

  /// The run of a command ends, or a service is ready.
  mutating func finish(_ index: Int, _ result: Result = .succeeded) {
    if members[index].kind == .service, result == .succeeded {
      state.ready[index] = true
      return
    }
    renewed.insert(index)
    end(index, result, (state.ended.max() ?? 0) + 1)
    // Only the order counts.
    let places = Set(state.ended).union([0]).sorted()
    state.ended = state.ended.map { places.firstIndex(of: $0) ?? 0 }
  }

  /// Time passes until the result of an action is old. Results from before the first run are about as old as
  /// each other, and so are those of the runs since then.
  mutating func rest(until index: Int) {
    for other in members.indices where state.ended[other] > 0 {
      if renewed.contains(index) || !renewed.contains(other) { state.isOld[other] = true }
    }
  }

  /// Time passes until all results are old that are no younger than this one.
  fileprivate mutating func restExactly(until index: Int) {
    for other in members.indices where state.ended[other] > 0 && state.ended[other] <= state.ended[index] {
      state.isOld[other] = true
    }
  }

  // MARK: Facts

  private func facts(_ index: Int, isEnabled: Bool) -> ActionFacts {
    var facts = ActionFacts()
    facts.isRunning = state.running[index]
    facts.isReady = state.ready[index]
    facts.isIdle = state.result[index] == .none && !state.running[index]
    facts.hasSucceeded = state.result[index] == .succeeded
    facts.hasFailed = state.result[index] == .failed
    facts.isEnabled = isEnabled
    if state.ended[index] > 0 {
      // As in reality, the ages of two results keep their distance, and what ended before the beginning is an
      // hour old long before the others.
      let age: Duration =
        state.isOld[index] ? .seconds(7_200) : renewed.contains(index) ? .seconds(1) : .seconds(60)
      facts.age = age - .milliseconds(state.ended[index])
    }
    return facts
  }

  /// The facts, with `.enabled` from the last action to the first, which may read it.
  var facts: Facts {
    var all = Facts(
      Dictionary(uniqueKeysWithValues: members.indices.map { (members[$0].id, facts($0, isEnabled: false)) }))
    for index in members.indices.reversed() {
      let isEnabled = !state.running[index] && members[index].guarded.expression.holds(in: all)
      all.actions[members[index].id] = facts(index, isEnabled: isEnabled)
    }
    return all
  }

  func mayPress(_ index: Int) -> Bool { facts.actions[members[index].id]?.isEnabled == true }

  var isOpen: Bool { members[0].guarded.expression.holds(in: facts) }

  /// Whether no command runs.
  var isQuiet: Bool { !members.indices.contains { state.running[$0] && members[$0].kind != .service } }

  /// The moment that a plan is derived from.
  var moment: PlanMoment? {
    let facts = facts
    return PlanMoment(of: "a0") { id in
      members.first { $0.id == id }.map {
        PlannedAction(
          id: id, guarded: $0.guarded, kind: $0.kind, facts: facts.actions[id] ?? ActionFacts())
      }
    }
  }

  func index(_ id: String) -> Int { members.firstIndex { $0.id == id } ?? 0 }
}

extension PlanWorld {
  /// What a search has seen.
  private struct Place: Hashable {
    let state: State
    let pressed: Set<Int>
  }

  private func place(_ once: Bool) -> Place { Place(state: state, pressed: once ? pressed : []) }

  /// Whether there is a way that presses nothing twice, and does not depend on what a present run allows or
  /// on which of them ends first.
  var hasPlainWay: Bool {
    [false, true].allSatisfy { isReversed in
      var world = self
      let running = members.indices.filter { state.running[$0] && members[$0].kind != .service }
      for index in isReversed ? running.reversed() : running { world.finish(index) }
      return world.leastPresses(inFlight: false, once: true) != nil
    }
  }

  /// The least number of presses after which the target may start while no command runs; nil if it never may.
  ///
  /// Searches all states that presses of other actions lead to.
  /// - Parameters:
  ///   - inFlight: Whether something may be pressed while a command runs that was pressed before.
  ///   - once: Whether each action is pressed at most once.
  func leastPresses(inFlight: Bool, once: Bool = false) -> Int? {
    var seen: Set<Place> = [Place(state: state, pressed: [])]
    var level = [self]
    var presses = 0
    while !level.isEmpty {
      var next: [PlanWorld] = []
      while let world = level.popLast() {
        let facts = world.facts
        if world.isQuiet, members[0].guarded.expression.holds(in: facts) { return presses }
        for index in members.indices {
          var other = world
          if world.state.running[index] {
            guard !world.state.ready[index] else { continue }
            other.finish(index)
            if seen.insert(other.place(once)).inserted { level.append(other) }
          } else if index > 0, facts.actions[members[index].id]?.isEnabled == true {
            if once, !other.pressed.insert(index).inserted { continue }
            other.press(index)
            if !inFlight { other.finish(index) }
            if seen.insert(other.place(once)).inserted { next.append(other) }
          }
        }
        for index in members.indices where world.state.ended[index] > 0 && !world.state.isOld[index] {
          var other = world
          other.restExactly(until: index)
          if seen.insert(other.place(once)).inserted { level.append(other) }
        }
      }
      level = next
      presses += 1
    }
    return nil
  }
}

extension PlanProgress {
  /// Takes the facts, and the steps that are derived from them if that is needed, as if nothing happened
  /// meanwhile.
  mutating func advanceAndDerive(_ moment: PlanMoment) -> [Order] {
    let orders = advance(moment)
    guard needsDerivation else { return orders }
    return advance(moment, taking: DerivedPlan(moment, onlyPressing: mayPress))
  }
}
