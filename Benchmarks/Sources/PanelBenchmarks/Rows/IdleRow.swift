import PseudoTerminal

/// An idle panel.
enum IdleRow {
  static func report(_ report: Report) throws {
    let terminal = try Sandbox("actions: { rest: { key: r, run: echo } }").panel()
    terminal.send("r")
    try terminal.waitFor("✓ succeeded")
    terminal.watch(for: .seconds(6))
    let figures = terminal.figures
    var switches: [Double] = []
    var ticks: [Double] = []
    for _ in 0..<3 {
      let before = (switches: figures.voluntarySwitches, ticks: figures.ticks)
      terminal.watch(for: .seconds(10))
      switches.append(Double(figures.voluntarySwitches - before.switches))
      ticks.append(Double(figures.ticks - before.ticks))
    }
    report.add("idle: wake-ups in 10 s", switches, .count, budget: 0)
    report.add("idle: ticks of the processor in 10 s", ticks, .count, budget: 0)
    let name = "idle: system calls in 10 s"
    if let calls = try SystemCalls.of(
      terminal.processIdentifier, during: { terminal.watch(for: .seconds(10)) })
    {
      report.add(name, [Double(calls.count)], .count, budget: 0)
    } else {
      report.note(name, "no strace")
    }
  }
}
