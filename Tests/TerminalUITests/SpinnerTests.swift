import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct SpinnerTests {
  private func turn(_ glyphs: GlyphSet, _ numbers: Range<Int>) -> String {
    numbers.map { picture(of: Spinner(frameNumber: $0, glyphs: glyphs), 1).text }.joined()
  }

  @Test func `the frames repeat`() {
    #expect(turn(.unicode, 0..<12) == "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠋⠙")
    #expect(turn(.ascii, 0..<6) == "|/-\\|/")
  }

  @Test func `any frame number is supported`() {
    #expect(turn(.ascii, -1..<1) == "\\|")
    #expect(picture(of: Spinner(frameNumber: .min, glyphs: .unicode), 1).text != "")
    #expect(picture(of: Spinner(frameNumber: .max, glyphs: .unicode), 1).text != "")
  }

  @Test(arguments: [(0, 0, ""), (1, 1, "⠋"), (3, 2, "⠋\n")])
  func `only one cell of the area is drawn`(width: Int, height: Int, text: String) {
    #expect(picture(of: Spinner(frameNumber: 0, glyphs: .unicode), width, height).text == text)
  }
}
