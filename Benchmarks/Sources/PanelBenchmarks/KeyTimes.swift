import Foundation
import PseudoTerminal
import TerminalUI

/// The time between a key and its effect on the screen.
enum KeyTimes {
  /// Presses the arrow down until the last action, then up, and so on, at irregular intervals. Measures the
  /// time from writing each key until the screen shows the next action as selected and its output, in
  /// milliseconds.
  /// - Parameter titles: The titles of all actions on the board, the first of which has the focus now.
  static func ofArrows(on terminal: PseudoTerminal, titles: [String], count: Int = 200) throws -> [Double] {
    var (focus, step) = (0, 1)
    var times: [Double] = []
    for number in 0..<count {
      terminal.watch(for: .milliseconds(30 + number * 37 % 41))
      if !titles.indices.contains(focus + step) { step = -step }
      focus += step
      let mark = "▸ \(titles[focus])"
      let heading = "─ Output of \(titles[focus]) ─"
      let row = try rowOfHeading(on: terminal)
      let start = ContinuousClock.now
      terminal.send(step > 0 ? "\u{1B}OB" : "\u{1B}OA")
      try terminal.waitUntil(heading) { $0.row(row).contains(heading) }
      times.append(start.duration(to: .now) / .milliseconds(1))
      // The focus is above the heading and was written together with it. Checking it is not part of the time.
      try terminal.waitUntil(mark) { $0.text.contains(mark) }
    }
    // The next round begins at the first action, too.
    for title in titles[..<focus].reversed() {
      terminal.send("\u{1B}OA")
      try terminal.waitUntil(title) { $0.text.contains("▸ \(title)") }
    }
    return times
  }

  private static func rowOfHeading(on terminal: PseudoTerminal) throws -> Int {
    var row: Int?
    try terminal.waitUntil("the output") { screen in
      row = (0..<screen.size.height).first { screen.row($0).contains("─ Output of ") }
      return row != nil
    }
    return row ?? 0
  }

  /// Adds the rows for the 50th and the 99th percentile.
  /// - Parameter isWithin: Whether the median is within its budget in another unit.
  static func report(
    _ report: Report, _ name: String, rounds: [[Double]], budgets: (median: Double?, last: Double?),
    orMedianIs isWithin: Bool = false
  ) {
    report.add(
      "\(name), p50", rounds.map { Percentile.of($0, 50) }, .milliseconds, budget: budgets.median,
      orIs: isWithin)
    report.add("\(name), p99", rounds.map { Percentile.of($0, 99) }, .milliseconds, budget: budgets.last)
  }
}
