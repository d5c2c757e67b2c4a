internal import Board
internal import Boundary
internal import Essentials
internal import SignalboxCore
internal import TerminalUI

/// The runs of an action in aligned columns.
package struct RunTable {
  private let runs: [RunReading]

  package init(_ runs: [RunReading]) { self.runs = runs }

  /// - Parameter hasHeader: Whether the first line names the columns.
  package func lines(hasHeader: Bool, ink: Ink) -> [TerminalText] {
    let rows = (hasHeader ? [["Run", "Began", "Took", "Outcome", "By", "Lines"]] : []) + runs.map(Self.row)
    let cells = rows.map { $0.map { TerminalText("\($0)").string } }
    let widths = (cells.first ?? []).indices.map { column in
      cells.map { TextWidth.of($0[column]) }.max() ?? 0
    }
    return cells.enumerated().map { number, row in
      var line = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - TextWidth.of(text))
      }.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return hasHeader && number == 0 ? ink.bold("\(line)") : "\(line)"
    }
  }

  private static func row(_ reading: RunReading) -> [String] {
    let run = reading.run
    let by = run.cause.words() ?? (run.cause == .clock ? "every" : run.starter ?? "")
    let input = run.input.map { ", input \($0)" } ?? ""
    let attempts = run.attempts > 1 ? ", \(run.attempts) attempts" : ""
    let message = run.ending?.outcome.failure.map { ": \($0)" } ?? ""
    return [
      "\(run.number)", reading.began.formatted(.iso8601), run.duration?.text ?? "",
      "\(run.ending?.outcome.word ?? "running")\(message)\(attempts)\(input)", by,
      reading.isKept ? "kept" : "",
    ]
  }
}
