import PseudoTerminal
import TerminalUI

/// The time from a key to the changed screen while a spinner is shown.
enum KeyRow {
  private static let titles = ["sleep", "build", "test", "deploy"]
  /// The budget of the median was set where the floor was 0.26 ms. A key depends on the machine as much as
  /// the floor does, which is measured in turns with the panel. It is exceeded if both numbers are, as in
  /// CoreBenchmarks.
  private static let (budget, floorOfBudget) = (0.5, 0.26)

  static func report(_ report: Report) throws {
    let others = titles.dropFirst().map { "  \($0): { run: echo }\n" }.joined()
    let panel = try Sandbox("actions:\n  sleep: { run: sleep 1000 }\n" + others).panel()
    panel.send("\r")
    try panel.waitFor("● running")
    let floor = try PseudoTerminal(
      Program(Executable.ncursesFloor, arguments: [], environment: [:]), size: Size(width: 80, height: 24))
    try floor.waitFor("▸ sleep")
    let rounds = try (0..<3).map { _ in
      (try KeyTimes.ofArrows(on: panel, titles: titles), try KeyTimes.ofArrows(on: floor, titles: titles))
    }
    let name = "key to changed screen, spinner"
    let floors = rounds.map { Percentile.of($0.1, 50) }
    let ratios = zip(rounds, floors).map { Percentile.of($0.0, 50) / $1 }
    let ratioOfBudget = budget / floorOfBudget
    KeyTimes.report(
      report, name, rounds: rounds.map(\.0), budgets: (budget, 1.5),
      orMedianIs: ratios.contains { $0 <= ratioOfBudget })
    report.add("the same in C on bare ncurses, p50", floors, .milliseconds)
    report.add("\(name), p50, over bare ncurses", ratios, .times, budget: ratioOfBudget)
  }
}
