import PseudoTerminal
import TerminalUI

/// A screen of 200×60, full of text, redrawn by Ctrl-L.
enum RedrawRow {
  private static let board = """
    actions:
      print: { key: p, run: "for n in $(seq 60); do printf '%190s\\\\n' | tr ' ' x; done" }
    """ + (1...30).map { "\n  action\($0): { title: The action with the number \($0), run: echo }" }.joined()

  static func report(_ report: Report) throws {
    let terminal = try Sandbox(board).panel(size: Size(width: 200, height: 60))
    terminal.send("p")
    try terminal.waitFor("✓ succeeded")
    terminal.settle()
    var bytes: [Double] = []
    var times: [Double] = []
    for _ in 0..<20 {
      let before = (bytes: terminal.output.count, time: terminal.figures.processorTime)
      redraw(terminal)
      bytes.append(Double(terminal.output.count - before.bytes))
      times.append((terminal.figures.processorTime - before.time) * 1_000)
    }
    report.add("redraw 200×60: bytes", bytes, .bytes)
    report.add("redraw 200×60: processor", times, .milliseconds, budget: 4)
    let count = 10
    let calls = try SystemCalls.of(terminal.processIdentifier) {
      for _ in 0..<count { redraw(terminal) }
    }
    if let calls {
      report.add("redraw 200×60: writes", [Double(calls.writes) / Double(count)], .count, budget: 1)
    } else {
      report.note("redraw 200×60: writes", "no strace")
    }
  }

  private static func redraw(_ terminal: PseudoTerminal) {
    terminal.send("\u{0C}")
    terminal.settle()
  }
}
