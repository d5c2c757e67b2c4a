import Foundation
import PseudoTerminal

/// Commands that write to pseudo-terminals, and the same with pipes.
enum TerminalRows {
  private static let size = 100_000_000

  static func report(_ report: Report) throws {
    try throughput(report, "terminal", "output", budget: 5_000)
    try throughput(report, "pipe", "none", budget: 1_000)
    try steady(report)
    try silent(report)
  }

  /// The time that a command needs to print 100 MB that nobody looks at.
  private static func throughput(_ report: Report, _ name: String, _ use: String, budget: Double) throws {
    let text = "yes 'a line of some length, as compilers and tests print it' | head -c \(size)"
    let board = """
      actions:
        rest: { key: r, run: echo }
        flood: { key: f, terminal: \(use), run: "\(text)" }
      """
    let sandbox = try Sandbox(board)
    let terminal = try sandbox.panel()
    let rounds = try (0..<3).map { _ in
      terminal.send("f")
      let start = ContinuousClock.now
      terminal.send("r")
      try terminal.waitFor("flood  ● running")
      try terminal.waitFor("flood  ✓ succeeded")
      return Double((ContinuousClock.now - start) / .milliseconds(1))
    }
    report.add("100 MB through a \(name), nobody looks", rounds, .milliseconds, budget: budget)
  }

  /// 20,000 lines a second of five commands, each on a terminal or each with a pipe.
  private static func steady(_ report: Report) throws {
    let command = LinePrinter.command(linesPerSecond: 4_000)
    for (name, use, budget) in [("terminals", "output", 8.0), ("pipes", "none", 6.0)] {
      let actions = (1...5).map { "  n\($0): { every: 1h, terminal: \(use), run: \(command) }\n" }.joined()
      let terminal = try Sandbox("actions:\n" + actions).panel()
      terminal.watch(for: .seconds(5))
      let shares = (0..<5).map { _ in terminal.processorShare(during: .seconds(3)) }
      report.add("20,000 lines/s through \(name): processor", shares, .percent, budget: budget)
    }
  }

  /// Many commands that wait.
  private static func silent(_ report: Report) throws {
    for count in [200, 500] {
      let actions = (1...count).map { "  n\($0): { every: 1h, quiet: true, run: 'exec sleep 600' }\n" }
        .joined()
      let terminal = try Sandbox("actions:\n" + actions).panel()
      while terminal.figures.children.count < count { terminal.watch(for: .milliseconds(100)) }
      terminal.watch(for: .seconds(6))
      report.add("\(count) silent terminals: private memory", [terminal.figures.privateMemory], .kilobytes)
      report.add(
        "\(count) silent terminals: processor",
        (0..<3).map { _ in terminal.processorShare(during: .seconds(3)) },
        .percent, budget: count == 500 ? 0.5 : nil)
      // A row that says how long its action has been running changes every minute.
      let before = terminal.figures.voluntarySwitches
      terminal.watch(for: .seconds(10))
      report.add(
        "\(count) silent terminals: wake-ups in 10 s",
        [Double(terminal.figures.voluntarySwitches - before)], .count, budget: 0)
    }
  }
}
