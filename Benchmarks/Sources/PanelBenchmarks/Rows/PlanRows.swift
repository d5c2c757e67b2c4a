import Board

/// What it takes to find the steps that unlock an action, on large boards. Nothing is started.
enum PlanRows {
  private static let count = 5_000

  static func report(_ report: Report) throws {
    for (name, guards) in boards {
      let lines = guards.enumerated().map { number, needs in
        "  a\(number): { run: echo\(needs.isEmpty ? "" : ", enabled-if: '\(needs)'") }\n"
      }
      let board = try Board.parse("actions:\n" + lines.joined(), file: "plans.yml")
      let actions = Dictionary(uniqueKeysWithValues: board.actions.map { ($0.id, $0) })
      var presses = 0
      let times = (0..<20).map { _ in
        let start = ContinuousClock.now
        if let moment = PlanMoment(of: "a0", read: { actions[$0].map { PlannedAction($0, facts: facts) } }) {
          presses = GuardPlan.derive(moment).presses.count
        }
        return start.duration(to: .now) / .milliseconds(1)
      }
      report.add("plan on 5,000 actions, \(name): \(presses) presses", times, .milliseconds, budget: 20)
    }
  }

  /// An action that has never run.
  private static let facts: ActionFacts = {
    var facts = ActionFacts()
    (facts.isIdle, facts.isRunning, facts.hasSucceeded, facts.hasFailed) = (true, false, false, false)
    return facts
  }()

  /// The guards of the actions; the first one is that of the target.
  private static var boards: [(name: String, guards: [String])] {
    let others = 1..<count
    return [
      ("a chain", others.map { "a\($0).succeeded" } + [""]),
      (
        "all needed by one",
        [others.map { "a\($0).succeeded" }.joined(separator: " && ")] + others.map { _ in "" }
      ),
      (
        "500 layers of 10",
        ["a1.succeeded"]
          + others.map { number in
            let next = (number - 1) / 10 * 10 + 11
            return (next..<(next + 10)).filter { $0 < count }.map { "a\($0).succeeded" }
              .joined(separator: " && ")
          }
      ),
      (
        "one of pairs",
        [
          stride(from: 1, to: count - 1, by: 2).map { "a\($0).succeeded && a\($0 + 1).succeeded" }
            .map { "(\($0))" }.joined(separator: " || ")
        ] + others.map { _ in "" }
      ),
    ]
  }
}
