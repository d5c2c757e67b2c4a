import PseudoTerminal

/// The time from a key to the changed screen while a spinner is shown.
enum KeyRow {
  static func report(_ report: Report) throws {
    let titles = ["sleep", "build", "test", "deploy"]
    let others = titles.dropFirst().map { "  \($0): { run: echo }\n" }.joined()
    let terminal = try Desk("actions:\n  sleep: { run: sleep 1000 }\n" + others).panel()
    terminal.send("\r")
    try terminal.waitFor("● running")
    let rounds = try (0..<3).map { _ in try KeyTimes.ofArrows(on: terminal, titles: titles) }
    KeyTimes.report(report, "key to changed screen, spinner", rounds: rounds, budgets: (0.5, 1.5))
  }
}
