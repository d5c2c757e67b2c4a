import PseudoTerminal

/// 200 running actions, each of which reports its progress once a second.
enum ManyActionsRow {
  static func report(_ report: Report) throws {
    let titles = (1...200).map { "action-\($0)" }
    let work = "{ every: 1h, simulate: { duration: 300s, steps: 300 } }"
    let terminal = try Desk("actions:\n" + titles.map { "  \($0): \(work)\n" }.joined()).panel()
    try terminal.waitFor("more")
    terminal.watch(for: .seconds(5))
    let shares = (0..<5).map { _ in terminal.processorShare(during: .seconds(3)) }
    report.add("200 actions with progress: processor", shares, .percent, budget: 10)
    let rounds = try (0..<3).map { _ in try KeyTimes.ofTab(on: terminal, titles: titles) }
    KeyTimes.report(report, "200 actions with progress: keys", rounds: rounds, budgets: (nil, 5))
  }
}
