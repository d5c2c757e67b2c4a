import PseudoTerminal

/// The cost of spinners.
enum SpinnerRows {
  static func report(_ report: Report) throws {
    let one = try Sandbox("actions: { sleep: { key: s, run: sleep 1000 } }").panel()
    one.send("s")
    try one.waitFor("● running")
    try frames(of: one, report, "one spinner", budget: 32)
    let shares = (0..<5).map { _ in one.processorShare(during: .seconds(4)) }
    report.add("one spinner: processor", shares, .percent, budget: 0.4)

    let two = try Sandbox("actions: { fetch: { key: f, simulate: { duration: 1000s } } }").panel()
    two.send("f")
    try two.waitFor(" 1 request ")
    try frames(of: two, report, "two spinners", budget: 61)
  }

  /// Each read is a frame if it comes in time. The median excludes the frames in which a second passed.
  private static func frames(
    of terminal: PseudoTerminal, _ report: Report, _ name: String, budget: Double
  ) throws {
    let rounds = (0..<5).map { _ in Percentile.of(bytesOfFrames(of: terminal, count: 25), 50) }
    report.add("\(name): bytes a frame", rounds, .bytes, budget: budget)
    var frames = 0
    let calls = try SystemCalls.of(terminal.processIdentifier) {
      frames = bytesOfFrames(of: terminal, count: 50).count
    }
    if let calls {
      report.add("\(name): writes a frame", [Double(calls.writes) / Double(frames)], .count, budget: 1)
    } else {
      report.note("\(name): writes a frame", "no strace")
    }
  }

  private static func bytesOfFrames(of terminal: PseudoTerminal, count: Int) -> [Double] {
    (0..<count).compactMap { _ in
      let before = terminal.output.count
      return terminal.isSilent(for: .seconds(2)) ? nil : Double(terminal.output.count - before)
    }
  }
}
