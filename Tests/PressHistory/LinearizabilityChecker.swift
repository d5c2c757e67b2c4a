/// Looks for an order of the operations of a history, each at a moment between its call and its answer, in
/// which all of them are possible. A history that has one is linearizable (Herlihy and Wing, 1990).
///
/// It searches as Wing and Gong (1993) do, with what Lowe (2017) adds: it goes through calls and answers by
/// time, and performs an operation no earlier than at the answer of one that needs it. All possibilities are
/// kept side by side, equal ones once; as only few operations are open at the same time, and most of them
/// exclude each other, there are few. A refusal changes no state, so that it is performed as soon as it is
/// possible.
///
/// Actions that have nothing to do with each other are searched one group after the other: a history is
/// linearizable if that of each object is (Herlihy and Wing), and their possibilities do not multiply.
package enum LinearizabilityChecker {
  package struct Report: Sendable {
    /// Why there is no such order; nil if there is one.
    package var finding: String?
    /// The largest number of possibilities at a time, in a group.
    package var possibilities = 1
  }

  /// One order of what has happened so far.
  private struct Possibility: Hashable {
    var state = HistoryState()
    /// Those of the open operations that have taken effect.
    var performed: Set<Int> = []
  }

  package static func check(_ operations: [RecordedOperation], _ rules: HistoryRules) -> Report {
    var report = Report()
    if let wrong = operations.first(where: { ($0.answer ?? .max) < $0.call }) {
      report.finding = "is answered before it is called: \(wrong)"
      return report
    }
    for group in rules.groups {
      let part = checkTogether(operations.filter { $0.action.map(group.contains) ?? true }, rules)
      report.possibilities = max(report.possibilities, part.possibilities)
      report.finding = report.finding ?? part.finding
    }
    return report
  }

  private static func checkTogether(_ operations: [RecordedOperation], _ rules: HistoryRules) -> Report {
    var report = Report()
    var moments: [(time: Int64, isAnswer: Bool, index: Int)] = []
    for (index, operation) in operations.enumerated() {
      moments.append((operation.call, false, index))
      if let answer = operation.answer { moments.append((answer, true, index)) }
    }
    // What is called at the time of an answer can have come before it.
    moments.sort { ($0.time, $0.isAnswer ? 1 : 0, $0.index) < ($1.time, $1.isAnswer ? 1 : 0, $1.index) }

    var search = Search(operations: operations, rules: rules)
    for moment in moments {
      if moment.isAnswer {
        guard search.answer(moment.index) else {
          report.finding = search.finding(moment.index)
          return report
        }
      } else {
        search.call(moment.index)
      }
      report.possibilities = max(report.possibilities, search.possibilities.count)
    }
    return report
  }

  private struct Search {
    let operations: [RecordedOperation]
    let rules: HistoryRules
    var possibilities: Set<Possibility> = [Possibility()]
    /// The operations that were called and not answered.
    var refusals: Set<Int> = []
    var changes: Set<Int> = []
    /// Those that were possible before the last answer, for the finding.
    var last: Set<Possibility> = []

    init(operations: [RecordedOperation], rules: HistoryRules) {
      (self.operations, self.rules) = (operations, rules)
    }

    mutating func call(_ index: Int) {
      guard case .refusal = operations[index].effect else {
        changes.insert(index)
        return
      }
      refusals.insert(index)
      possibilities = Set(possibilities.map(withRefusals))
    }

    private func withRefusals(_ possibility: Possibility) -> Possibility {
      var possibility = possibility
      for index in refusals where !possibility.performed.contains(index) {
        var state = possibility.state
        if state.perform(operations[index].effect, rules) { possibility.performed.insert(index) }
      }
      return possibility
    }

    /// Keeps the possibilities in which an operation has taken effect.
    /// - Returns: False if there are none.
    mutating func answer(_ index: Int) -> Bool {
      var kept: Set<Possibility> = []
      var visited: Set<Possibility> = []
      var open = Array(possibilities)
      while let possibility = open.popLast() {
        guard visited.insert(possibility).inserted else { continue }
        if possibility.performed.contains(index) {
          kept.insert(possibility)
          continue
        }
        for change in changes where !possibility.performed.contains(change) {
          var next = possibility
          guard next.state.perform(operations[change].effect, rules) else { continue }
          next.performed.insert(change)
          open.append(withRefusals(next))
        }
      }
      last = possibilities
      refusals.remove(index)
      changes.remove(index)
      possibilities = Set(
        kept.map { possibility in
          var possibility = possibility
          possibility.performed.remove(index)
          return possibility
        })
      return !possibilities.isEmpty
    }

    func finding(_ index: Int) -> String {
      let states = Set(last.map { "\($0.state)" }).sorted().prefix(3).joined(separator: ", or ")
      let open = changes.sorted().map { "\(operations[$0])" }.joined(separator: "; ")
      return "there is no moment for \(operations[index]): before it, \(states)"
        + (open.isEmpty ? "" : "; possible besides: \(open)")
    }
  }
}
