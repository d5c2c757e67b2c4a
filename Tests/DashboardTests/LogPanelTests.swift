import TerminalUI
import Testing

@testable import Dashboard

@Suite struct LogPanelTests {
  private func panel(_ position: LogView.Position, _ glyphs: GlyphSet = .unicode) -> LogPanel {
    LogPanel(
      log: .init(
        title: "Build",
        lines: [
          .init("started 14:03:07", kind: .note), .init("信号 clear"),
          .init("no answer", kind: .errorOutput), .init("exit 1", kind: .note),
        ], position: position),
      glyphs: glyphs)
  }

  @Test func `the sources of lines have different signs`() {
    #expect(
      picture(of: panel(.following), 16, 5).text == """
        • started 14:03…
          信号 clear
        ▌ no answer
        • exit 1

        """)
    #expect(picture(of: panel(.from(2), .ascii), 16, 2).text == "| no answer\n* exit 1")
  }

  @Test func `the title names the action`() {
    #expect(panel(.following).title == "Output of Build")
    #expect(LogPanel(log: nil, glyphs: .unicode).title == "Output")
  }

  @Test func `away from the end the visible rows are named`() {
    #expect(panel(.from(1)).remark(height: 2) == "2-3 of 4")
    #expect(panel(.from(99)).remark(height: 2) == "3-4 of 4")
    #expect(panel(.following).remark(height: 2) == "")
  }

  @Test func `no output is said to be none`() {
    #expect(picture(of: LogPanel(log: nil, glyphs: .unicode), 16, 2).text == "No output yet\n")
    let empty = LogPanel(log: .init(title: "Build"), glyphs: .unicode)
    #expect(picture(of: empty, 16).text == "No output yet")
    #expect(empty.remark(height: 3) == "")
  }

  @Test(arguments: [(0, 0, ""), (1, 1, "…")])
  func `any area will do`(width: Int, height: Int, text: String) {
    #expect(picture(of: panel(.following), width, height).text == text)
  }
}
