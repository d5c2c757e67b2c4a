import Fuzzing
import TerminalUI
import Testing

@testable import Programs

/// Whatever a program does with the last screenful, its lines are those of a terminal, and cost is bounded.
@Suite(.timeLimit(.minutes(15))) struct ScreenFuzzTests {
  /// Lines either wrap or are erased: the blank rows at the end of a line that wraps are not part of its
  /// text.
  @Test func `movements show the same rows as a grid of characters`() {
    for seed in Seeds(3_000, share: 0.2) {
      var random = SeededGenerator(seed: seed)
      let size = Size(width: 2 + random.below(12), height: 1 + random.below(6))
      var grid = ReferenceGrid(width: size.width, height: size.height)
      let wraps = random.oneIn(2)
      let output = (0..<random.below(120)).map { _ in random.step(on: &grid, wraps: wraps) }.joined() + "\n"
      let shown = ShownLines(
        random.chunks(of: Array(output.utf8), upTo: 40), by: OutputDecoder(size: size))
      var (rows, expected) = (shown.rows(width: size.width), grid.text)
      if output.contains("\u{1B}c") {
        // Blank rows at the end of a screen may be left out when another one begins.
        rows.removeAll { $0.isEmpty }
        expected.removeAll { $0.isEmpty }
      }
      guard rows != expected else { continue }
      Issue.record("seed \(seed) \(size): \(output.debugDescription) \(shown.texts) instead of \(grid.text)")
      return
    }
  }

  @Test func `damaged recordings do not depend on chunks, and have no control characters`() throws {
    let recordings = try Recording.all.map { try $0.bytes }
    for seed in Seeds(300, share: 0.3) {
      var random = SeededGenerator(seed: seed)
      let output = random.damaged(random.pick(recordings))
      let decoder = OutputDecoder(
        lineByteLimit: random.pick([20, 300, 4_096]),
        size: Size(width: 1 + random.below(90), height: 1 + random.below(30)))
      let whole = ShownLines([output], by: decoder)
      #expect(
        ShownLines(random.chunks(of: output, upTo: 300), by: decoder).lines == whole.lines, "seed \(seed)")
      for line in whole.lines {
        let hasControl = line.text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        #expect(!hasControl, "seed \(seed)")
        // They may be empty.
        #expect(line.styles.allSatisfy { $0.start < line.text.utf8.count }, "seed \(seed)")
      }
    }
  }

  @Test func `lines above the last screenful never change`() throws {
    let recordings = try Recording.all.map { try $0.bytes }
    for seed in Seeds(300, share: 0.2) {
      var random = SeededGenerator(seed: seed)
      let height = 1 + random.below(30)
      var decoder = OutputDecoder(size: Size(width: 80, height: height))
      let furthest = decoder.decode(random.damaged(random.pick(recordings))).map(\.replaces).max() ?? 0
      #expect(Int(furthest) <= height, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "\u{1B}[999999999B", "\u{1B}[999999999A", "\u{1B}[65535C", "\u{1B}[999L", "\u{1B}[999M", "\u{1B}[999@x",
    "\u{1B}[999P", "\u{1B}7\u{1B}[5;5Hx", "x\u{1B}[1;31m\u{1B}[32m", "\t", "x\u{8}", "\u{1B}[99Bx\n",
    "\u{1B}[?1049h\u{1B}[?1049l", "\u{1B}[2J", "x\u{1B}[A", "é\r",
  ])
  func `a repeated sequence has a bounded number of lines`(sequence: String) {
    var decoder = OutputDecoder()
    let output = Array(String(repeating: sequence, count: 5_000).utf8)
    let new = decoder.decode(output).count { $0.replaces == 0 }
    #expect(new <= 5_000 * 25)
    #expect(decoder.finish()?.text.utf8.count ?? 0 <= 4_096)
  }
}

extension SeededGenerator {
  /// A random step, on the grid and as the bytes for it.
  fileprivate mutating func step(on grid: inout ReferenceGrid, wraps: Bool) -> String {
    let count = 1 + below(4)
    switch below(20) {
    case 0...4:
      let text = String((0..<count).map { _ in pick(Array("abcdefgü")) })
      guard text.count <= (wraps ? grid.room : grid.width - grid.column) else { return "" }
      grid.write(text)
      return text
    case 5...7:
      grid.lineFeed()
      return pick(["\n", "\r\n"])
    case 8:
      grid.moveToColumn(0)
      return "\r"
    case 9:
      grid.moveRows(-count)
      return "\u{1B}[\(count)A"
    case 10:
      grid.moveRows(count)
      return "\u{1B}[\(count)B"
    case 11:
      let isForward = oneIn(2)
      grid.moveColumns(isForward ? count : -count)
      return "\u{1B}[\(count)\(isForward ? "C" : "D")"
    case 12:
      grid.moveToColumn(count - 1)
      return "\u{1B}[\(count)G"
    case 13...14 where wraps:
      return ""
    case 13:
      let erasesRow = oneIn(2)
      if erasesRow { grid.eraseRow() } else { grid.eraseToEndOfRow() }
      return erasesRow ? "\u{1B}[2K" : "\u{1B}[K"
    case 14:
      grid.eraseBelow()
      return "\u{1B}[J"
    case 15...17 where wraps:
      return ""
    case 15:
      let inserts = oneIn(2)
      // What leaves the row at its end is lost in a terminal, and is in the next row here.
      guard !inserts || grid.rows[grid.row].count + count <= grid.width else { return "" }
      grid.shiftRow(by: inserts ? count : -count)
      return "\u{1B}[\(count)\(inserts ? "@" : "P")"
    case 16:
      grid.erase(count: count)
      return "\u{1B}[\(count)X"
    case 17:
      guard oneIn(4) else { return "" }
      grid.reset()
      return oneIn(2) ? "\u{1B}c" : "\u{1B}[?1049h lost \u{1B}[5A\u{1B}c"
    case 18:
      let isForward = oneIn(2)
      grid.moveRows(isForward ? count : -count)
      grid.moveToColumn(0)
      return "\u{1B}[\(count)\(isForward ? "E" : "F")"
    default:
      let saves = oneIn(2)
      if saves { grid.save() } else { grid.restore() }
      return saves ? "\u{1B}7" : "\u{1B}8"
    }
  }
}
