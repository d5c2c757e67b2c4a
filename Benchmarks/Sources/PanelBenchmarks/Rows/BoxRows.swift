import Foundation
import PseudoTerminal
import TerminalUI

/// A board with a box in a process of its own, and panels that are attached to it.
enum BoxRows {
  private static let board = "actions: { rest: { key: r, run: echo }, other: { run: echo } }"

  static func report(_ report: Report) throws {
    try attaching(report)
    try starting(report)
    try resting(report)
    try flooding(report)
    try crowding(report)
  }

  // MARK: Attaching

  private static func attaching(_ report: Report) throws {
    let sandbox = try Sandbox(board, isShared: true)
    let cold = try (0..<10).map { _ in
      _ = try sandbox.run("stop", "--now")
      return try attach(to: sandbox)
    }
    report.add("attach to the first picture, no box yet", cold, .milliseconds, budget: 60)
    let kept = try sandbox.panel()
    report.add(
      "attach to the first picture, box runs", try (0..<20).map { _ in try attach(to: sandbox) },
      .milliseconds,
      budget: 30)
    _ = kept
    let actions = (0..<5_000).map { "  action\($0): { run: echo }\n" }.joined()
    let large = try Sandbox("actions:\n" + actions, isShared: true)
    let keptLarge = try large.panel()
    report.add(
      "the same with 5,000 actions", try (0..<5).map { _ in try attach(to: large) }, .milliseconds,
      budget: 150)
    _ = keptLarge
  }

  private static func attach(to sandbox: Sandbox) throws -> Double {
    let start = ContinuousClock.now
    let terminal = try sandbox.panel()
    let time = start.duration(to: .now) / .milliseconds(1)
    terminal.send("q")
    _ = try terminal.waitForEnd()
    return time
  }

  // MARK: Starting

  /// From a key to the first thing that the shell of the command does.
  private static func starting(_ report: Report) throws {
    let path = NSTemporaryDirectory() + "signalbox-\(UUID().uuidString)"
    guard mkfifo(path, 0o600) == 0 else { return report.note("key to start of the command", "no fifo") }
    defer { unlink(path) }
    let sandbox = try Sandbox("actions: { go: { key: k, run: ': > \(path)' } }", isShared: true)
    let terminal = try sandbox.panel()
    var rounds: [[Double]] = []
    for _ in 0..<3 {
      var times: [Double] = []
      for number in 0..<100 {
        terminal.watch(for: .milliseconds(60 + number * 37 % 41))
        let start = ContinuousClock.now
        terminal.send("k")
        // Opening waits for the writer.
        close(open(path, O_RDONLY))
        times.append(start.duration(to: .now) / .milliseconds(1))
      }
      rounds.append(times)
    }
    KeyTimes.report(report, "key to start of the command", rounds: rounds, budgets: (2, 4))
  }

  // MARK: Resting

  private static func resting(_ report: Report) throws {
    let sandbox = try Sandbox(board, isShared: true)
    let terminal = try sandbox.panel()
    terminal.send("r")
    try terminal.waitFor("✓ succeeded")
    guard let box = try sandbox.box else { return report.note("box", "was not found") }
    terminal.watch(for: .seconds(8))
    for (name, process) in [("panel", terminal.processIdentifier), ("box", box.identifier)] {
      let row = "idle: system calls of the \(name) in 10 s"
      if let calls = try SystemCalls.of(process, during: { terminal.watch(for: .seconds(10)) }) {
        report.add(row, [Double(calls.count)], .count, budget: 0)
      } else {
        report.note(row, "no strace")
      }
    }
    let memory = [terminal.figures.privateMemory, box.privateMemory] + box.children.map(\.privateMemory)
    report.add("private memory: panel", [memory[0]], .kilobytes)
    report.add("private memory: box", [memory[1]], .kilobytes)
    report.add(
      "private memory: panel, box and keeper", [memory.reduce(0, +)], .kilobytes, budget: 8_500)
  }

  // MARK: Flooding

  private static func flooding(_ report: Report) throws {
    let command = LinePrinter.command(linesPerSecond: 4_000)
    let actions = (1...5).map { "  flood\($0): { every: 1h, run: \(command) }\n" }.joined()
    let sandbox = try Sandbox("actions:\n" + actions, isShared: true)
    let terminal = try sandbox.panel()
    guard let box = try sandbox.box else { return report.note("box", "was not found") }
    terminal.watch(for: .seconds(5))
    let shares = (0..<5).map { _ in
      let before = box.processorTime
      let start = ContinuousClock.now
      let panel = terminal.processorShare(during: .seconds(3))
      return panel + (box.processorTime - before) / (start.duration(to: .now) / .seconds(1)) * 100
    }
    report.add("20,000 lines/s of 5 children: processor of panel and box", shares, .percent, budget: 8)
  }

  // MARK: Crowding

  private static func crowding(_ report: Report) throws {
    let sandbox = try Sandbox("actions: { spin: { key: s, run: sleep 1000 } }", isShared: true)
    let panels = try (0..<50).map { _ in try sandbox.panel() }
    guard let box = try sandbox.box else { return report.note("box", "was not found") }
    let start = ContinuousClock.now
    panels[0].send("s")
    for panel in panels { try panel.waitFor("● running") }
    report.add(
      "50 panels: until all show a start", [start.duration(to: .now) / .milliseconds(1)], .milliseconds)
    panels[0].watch(for: .seconds(2))
    let before = box.processorTime
    panels[0].watch(for: .seconds(5))
    report.add("50 panels: processor of the box", [(box.processorTime - before) / 5 * 100], .percent)
    report.add("50 panels: private memory of the box", [box.privateMemory], .kilobytes)
  }
}
