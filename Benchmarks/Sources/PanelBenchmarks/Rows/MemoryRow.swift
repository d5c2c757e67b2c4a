import PseudoTerminal

/// Private resident memory at the start, and its growth during much work.
enum MemoryRow {
  private static let board = """
    actions:
      quick: { every: 100ms, run: 'seq 200' }
      json: { every: 100ms, run: 'echo "{\\"done\\": 50}"', progress: { json: $.done } }
      fails: { every: 200ms, run: 'seq 200; exit 1', error: { reset: 1s } }
      probe: { every: 100ms, tcp: 'localhost:1' }
      simulated: { every: 200ms, simulate: { duration: 150ms, steps: 20, requests: 3, value: done } }
      flood: { every: 1h, run: \(LinePrinter.command(linesPerSecond: 5_000)) }
    """

  static func report(_ report: Report) throws {
    let demo = try Sandbox()
    let starts = try (0..<3).map { _ in
      let terminal = try demo.panel()
      terminal.settle()
      return terminal.figures.privateMemory
    }
    report.add("private memory, demo board, at the start", starts, .kilobytes, budget: 5_000)

    let terminal = try Sandbox(board).panel()
    // Until every output and every history is full: 2,000 lines, at 20 lines a second for the slowest
    // command.
    terminal.watch(for: .seconds(140))
    var sizes: [Double] = []
    for _ in 0..<6 {
      terminal.watch(for: .seconds(10))
      sizes.append(terminal.figures.privateMemory)
    }
    report.add("private memory, much work, after 150 s", [sizes[0]], .kilobytes)
    report.add(
      "private memory, much work, growth in 50 s more", [sizes[5] - sizes[0]], .kilobytes, budget: 256)
  }
}
