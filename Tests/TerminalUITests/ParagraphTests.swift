import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct ParagraphTests {
  private let text = "Trains may pass when\nthe signal is clear."

  @Test func `text is wrapped between words`() {
    #expect(
      picture(of: Paragraph(text), 12, 5).text == """
        Trains may
        pass when
        the signal
        is clear.

        """)
  }

  @Test func `text that fits keeps its lines`() {
    #expect(picture(of: Paragraph(text), 20, 2).text == text)
  }

  @Test func `an empty line is kept`() {
    #expect(Paragraph("a\n\nb").lines(width: 5) == ["a", "", "b"])
  }

  @Test func `spaces before and between the words of a row remain`() {
    let script = "for n in 1 2\n  echo  \"$n\"   # counts"
    #expect(Paragraph(script).lines(width: 30) == script.split(separator: "\n").map(String.init))
    #expect(Paragraph(script).lines(width: 14) == ["for n in 1 2", "  echo  \"$n\"", "# counts"])
    #expect(Paragraph("      deep  end ").lines(width: 8) == ["deep", "end"])
    #expect(Paragraph("   ").lines(width: 8) == [""])
  }

  @Test func `a word wider than the row is broken`() {
    #expect(Paragraph("a Signalkasten").lines(width: 6) == ["a", "Signal", "kasten"])
    #expect(Paragraph("信号所です").lines(width: 5) == ["信号", "所で", "す"])
    #expect(Paragraph("信").lines(width: 1) == ["信"])
  }

  @Test func `marks stay with their letter when a word is broken`() {
    #expect(Paragraph("e\u{301}e\u{301}e\u{301}").lines(width: 2) == ["e\u{301}e\u{301}", "e\u{301}"])
  }

  @Test func `lines that are not wrapped are truncated`() {
    #expect(picture(of: Paragraph(text, wraps: false), 10, 2).text == "Trains may\nthe signal")
  }

  @Test(arguments: [(0, 0, ""), (1, 1, "T"), (0, 3, "\n\n"), (30, 1, "Trains may pass when")])
  func `any area is supported`(width: Int, height: Int, text: String) {
    #expect(picture(of: Paragraph(self.text), width, height).text == text)
  }
}
