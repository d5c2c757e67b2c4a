import PseudoTerminal

/// The time from the start of the program to its first picture.
enum StartRow {
  static func report(_ report: Report) throws {
    let sandbox = try Sandbox()
    let times = try (0..<20).map { _ in
      let start = ContinuousClock.now
      let terminal = try sandbox.panel()
      let time = start.duration(to: .now) / .milliseconds(1)
      terminal.send("q")
      _ = try terminal.waitForEnd()
      return time
    }
    report.add("exec to first picture", times, .milliseconds, budget: 10)
  }
}
