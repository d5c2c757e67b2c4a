import TerminalUI
import Testing

@Suite struct LogViewTests {
  private func log(_ position: LogView.Position = .following, _ glyphs: GlyphSet = .unicode) -> LogView {
    LogView(count: 5, position: position) { index in
      Line([Span("\(index + 1) 信号 clear")], ellipsis: glyphs.ellipsis)
    }
  }

  @Test func `following shows the end`() {
    #expect(picture(of: log(), 12, 2).text == "4 信号 clear\n5 信号 clear")
  }

  @Test func `a position shows the rows from there on`() {
    #expect(picture(of: log(.from(1)), 12, 2).text == "2 信号 clear\n3 信号 clear")
  }

  @Test(arguments: [(-4, 0..<2), (0, 0..<2), (3, 3..<5), (99, 3..<5)])
  func `a position outside is brought inside`(row: Int, visible: Range<Int>) {
    #expect(LogView.visible(count: 5, position: .from(row), height: 2) == visible)
  }

  @Test func `a short log stands at the top`() {
    #expect(LogView.visible(count: 2, position: .following, height: 9) == 0..<2)
    #expect(LogView.visible(count: 0, position: .from(3), height: 9) == 0..<0)
    #expect(LogView.visible(count: 3, position: .following, height: -1) == 3..<3)
  }

  @Test func `a long row is cut`() {
    #expect(picture(of: log(), 7, 1).text == "5 信号…")
    #expect(picture(of: log(.following, .ascii), 8, 1).text == "5 信号 ~")
    #expect(picture(of: log(), 1, 1).text == "…")
    #expect(picture(of: log(), 0, 0).text == "")
  }
}
