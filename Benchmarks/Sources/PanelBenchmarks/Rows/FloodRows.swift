import PseudoTerminal

/// Commands that print without end.
enum FloodRows {
  static func report(_ report: Report) throws {
    let command = LinePrinter.command(linesPerSecond: 4_000)
    try flood(report, "20,000 lines/s of 5 children", "{ every: 1h, run: \(command) }", processor: 6)
    // The pattern is matched against the newest lines first, so a pattern that never matches is the worst
    // case.
    try flood(
      report, "the same, read for progress",
      "{ every: 1h, run: \(command), progress: '\\[(\\d+)/(\\d+)\\]', status: 'never: (.*)' }", processor: nil
    )
    let terminal = try Sandbox("actions: { yes: { every: 1h, run: [yes, a line of some length] } }").panel()
    terminal.watch(for: .seconds(2))
    report.add(
      "yes without end: processor", (0..<3).map { _ in terminal.processorShare(during: .seconds(3)) },
      .percent)
  }

  private static func flood(_ report: Report, _ name: String, _ action: String, processor: Double?) throws {
    let titles = ["one", "two", "three", "four", "five"]
    let board = "actions:\n" + titles.map { "  \($0): \(action)\n" }.joined()
    let terminal = try Sandbox(board).panel()
    terminal.watch(for: .seconds(5))
    var frames: [Double] = []
    let shares = (0..<5).map { _ in
      let before = terminal.readCount
      let share = terminal.processorShare(during: .seconds(3))
      frames.append(Double(terminal.readCount - before) / 3)
      return share
    }
    report.add("\(name): processor", shares, .percent, budget: processor)
    report.add("\(name): frames", frames, .perSecond, budget: 20.5)
    // All outputs are full by now. The first round shows each of them.
    var rounds = [try KeyTimes.ofArrows(on: terminal, titles: titles)]
    let start = terminal.figures.privateMemory
    for _ in 0..<3 { rounds.append(try KeyTimes.ofArrows(on: terminal, titles: titles)) }
    KeyTimes.report(report, "\(name): keys", rounds: rounds, budgets: (nil, 2))
    let end = terminal.figures.privateMemory
    report.add("\(name): memory with full outputs", [end], .kilobytes)
    report.add("\(name): growth of memory", [end - start], .kilobytes, budget: 256)
  }
}
