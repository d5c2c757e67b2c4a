import PseudoTerminal

/// 200 running actions, each of which reports its progress once a second, and boards with more actions.
enum ManyActionsRow {
  static func report(_ report: Report) throws {
    try starting(report)
    try locking(report)
    let titles = (1...200).map { "action-\($0)" }
    let work = "{ every: 1h, simulate: { duration: 300s, steps: 300 } }"
    let terminal = try Sandbox("actions:\n" + titles.map { "  \($0): \(work)\n" }.joined()).panel()
    try terminal.waitFor("more")
    terminal.watch(for: .seconds(5))
    let shares = (0..<5).map { _ in terminal.processorShare(during: .seconds(3)) }
    report.add("200 actions with progress: processor", shares, .percent, budget: 10)
    let rounds = try (0..<3).map { _ in try KeyTimes.ofArrows(on: terminal, titles: titles) }
    KeyTimes.report(report, "200 actions with progress: keys", rounds: rounds, budgets: (nil, 5))
  }

  /// What 1,000 actions cost until the first picture, over a board with one action.
  private static func starting(_ report: Report) throws {
    let (one, many) = (try Sandbox(board(1)), try Sandbox(board(1_000)))
    var times: [[Double]] = [[], []]
    var sizes: [[Double]] = [[], []]
    for _ in 0..<10 {
      for (index, sandbox) in [one, many].enumerated() {
        let start = ContinuousClock.now
        let terminal = try sandbox.panel()
        times[index].append(start.duration(to: .now) / .milliseconds(1))
        terminal.settle()
        sizes[index].append(terminal.figures.privateMemory)
        terminal.send("q")
        _ = try terminal.waitForEnd()
      }
    }
    let (time, size) = (times[0].min() ?? 0, sizes[0].min() ?? 0)
    report.add("1,000 actions: exec to first picture", times[1], .milliseconds, budget: 25)
    report.add("1,000 actions: the same, over one action", times[1].map { $0 - time }, .milliseconds)
    report.add("1,000 actions: private memory", sizes[1], .kilobytes, budget: 8_000)
    report.add("1,000 actions: the same, over one action", sizes[1].map { $0 - size }, .kilobytes)
  }

  /// A press that locks 999 other actions, until it is drawn.
  private static func locking(_ report: Report) throws {
    let locked = (1..<1_000).map { "  a\($0): { run: echo, enabled-if: '!first.running' }\n" }.joined()
    let terminal = try Sandbox("actions:\n  first: { key: f, run: sleep 0.3 }\n" + locked).panel()
    terminal.settle()
    let times = try (0..<20).map { _ in
      let start = ContinuousClock.now
      terminal.send("f")
      try terminal.waitFor("999 locked")
      let time = start.duration(to: .now) / .milliseconds(1)
      try terminal.waitUntil("nothing is locked") { !$0.text.contains("999 locked") }
      terminal.settle()
      return time
    }
    report.add("a press that locks 999 others, drawn", times, .milliseconds, budget: 3)
  }

  private static func board(_ count: Int) -> String {
    "actions:\n" + (0..<count).map { "  action\($0): { run: echo }\n" }.joined()
  }
}
