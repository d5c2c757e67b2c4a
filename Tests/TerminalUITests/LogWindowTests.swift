import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct LogWindowTests {
  /// Four lines that take 1, 3, 1 and 2 rows.
  private let parts = [1, 3, 1, 2]

  private func window(_ height: Int, from line: Int? = nil, part: Int = 0) -> LogWindow {
    LogWindow(count: parts.count, height: height, top: line.map { .init(line: $0, part: part) }) { parts[$0] }
  }

  private func rows(_ window: LogWindow) -> [String] { window.rows.map { "\($0.line).\($0.part)" } }

  @Test func `without a top row the end is in view`() {
    #expect(rows(window(4)) == ["1.2", "2.0", "3.0", "3.1"])
    #expect(rows(window(1)) == ["3.1"])
    #expect(window(4).isAtEnd)
    #expect(window(4).lines == 1..<4)
  }

  @Test func `rows are in view from the top row on`() {
    #expect(rows(window(3, from: 0)) == ["0.0", "1.0", "1.1"])
    #expect(rows(window(3, from: 1, part: 1)) == ["1.1", "1.2", "2.0"])
    #expect(!window(3, from: 1, part: 1).isAtEnd)
    #expect(window(4, from: 1, part: 2).isAtEnd)
  }

  @Test func `a top row out of range is adjusted`() {
    #expect(rows(window(3, from: 9)) == ["2.0", "3.0", "3.1"])
    #expect(rows(window(2, from: -3)) == ["0.0", "1.0"])
    #expect(rows(window(2, from: 2, part: 7)) == ["2.0", "3.0"])
  }

  @Test func `a short log starts at the top, and an empty log has no rows`() {
    #expect(rows(window(9)) == ["0.0", "1.0", "1.1", "1.2", "2.0", "3.0", "3.1"])
    #expect(rows(window(9, from: 2)) == rows(window(9)))
    #expect(window(0).rows.isEmpty && window(-1).rows.isEmpty)
    let none = LogWindow(count: 0, height: 5, top: nil) { _ in 1 }
    #expect(none.rows.isEmpty && none.isAtEnd && none.lines.isEmpty)
  }

  @Test func `a move goes by rows and stays inside the log`() {
    func moved(_ line: Int, _ part: Int, by distance: Int) -> LogWindow.Row {
      LogWindow.row(.init(line: line, part: part), movedBy: distance, count: parts.count) { parts[$0] }
    }
    #expect(moved(0, 0, by: 2) == .init(line: 1, part: 1))
    #expect(moved(0, 0, by: 5) == .init(line: 3, part: 0))
    #expect(moved(0, 0, by: 50) == .init(line: 3, part: 1))
    #expect(moved(3, 1, by: -3) == .init(line: 1, part: 2))
    #expect(moved(3, 1, by: -50) == .init(line: 0))
    #expect(LogWindow.row(.init(line: 3), movedBy: 1, count: 0) { _ in 1 } == .init(line: 0))
  }

  @Test func `row counts are requested only for lines near the window`() {
    var asked = Set<Int>()
    let window = LogWindow(count: 1_000_000, height: 20, top: .init(line: 500_000)) { line in
      asked.insert(line)
      return 2
    }
    #expect(window.rows.count == 20)
    #expect(asked.count <= 21)
  }
}
