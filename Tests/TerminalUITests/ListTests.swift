import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct ListTests {
  private func list(_ count: Int, focus: Int? = nil, offset: Int = 0, _ glyphs: GlyphSet = .unicode)
    -> List<Line>
  {
    List((0..<count).map { Line([Span("信号 \($0)")]) }, offset: offset, focus: focus, glyphs: glyphs)
  }

  @Test func `a short list starts at the top`() {
    #expect(picture(of: list(2), 8, 3).text == "信号 0\n信号 1\n")
  }

  @Test func `marks show how many rows are hidden`() {
    #expect(
      picture(of: list(9, focus: 4, offset: 3), 10, 5).text == """
        ↑ 3 more
        信号 3
        信号 4
        信号 5
        ↓ 3 more
        """)
    #expect(
      picture(of: list(9, .ascii), 10, 4).text == """
        信号 0
        信号 1
        信号 2
        v 6 more
        """)
  }

  @Test(arguments: [(0, 0, ""), (1, 1, ""), (6, 1, "信号 7"), (4, 2, "信号\n信号")])
  func `in a small area the focus is still visible`(width: Int, height: Int, text: String) {
    #expect(picture(of: list(9, focus: 7), width, height).text == text)
  }

  @Test func `an empty list draws nothing`() {
    #expect(picture(of: list(0, focus: 0), 5, 2).text == "\n")
  }
}
