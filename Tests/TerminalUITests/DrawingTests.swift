import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct DrawingTests {
  private var frame = Frame(size: Size(width: 6, height: 3))

  @Test mutating func `drawing returns the column after the text`() {
    #expect(frame.draw("abc", at: Point(x: 1, y: 0)) == 4)
    #expect(frame.draw("too long a text", at: .origin) == 6)
    #expect(frame.draw("elsewhere", at: Point(x: 2, y: 7)) == 2)
  }

  @Test mutating func `text is clipped at both edges`() {
    frame.draw("0123456789", at: Point(x: -2, y: 1))
    #expect(frame.text == "\n234567\n")
  }

  @Test mutating func `text is clipped to the given rectangle`() {
    frame.draw("0123456789", at: .origin, within: Rect(x: 1, y: 0, width: 3, height: 1))
    frame.draw("above", at: .origin, within: Rect(x: 0, y: 1, width: 6, height: 1))
    #expect(frame.text == " 123\n\n")
  }

  @Test mutating func `a mark after the last visible letter is drawn on it`() {
    #expect(frame.draw("abcdefe\u{301}gh", at: Point(x: -1, y: 0)) == 6)
    #expect(frame.text == "bcdefe\u{301}\n\n")
    #expect(frame.draw("12345\u{301}6", at: .origin, within: Rect(x: 1, y: 1, width: 4, height: 1)) == 0)
    frame.draw("12345\u{301}6", at: Point(x: 0, y: 1), within: Rect(x: 1, y: 1, width: 4, height: 1))
    #expect(frame.text == "bcdefe\u{301}\n 2345\u{301}\n")
  }

  @Test mutating func `ASCII letters that overwrite half of a wide character leave no half`() {
    frame.draw("信号電", at: .origin)
    frame.draw("ab", at: Point(x: 1, y: 0))
    #expect(frame.text == " ab 電\n\n")
  }

  @Test mutating func `half of a wide character is drawn as a space`() {
    frame.draw("......", at: .origin)
    frame.draw("信号電", at: .origin, within: Rect(x: 1, y: 0, width: 4, height: 1))
    #expect(frame.text == ". 号 .\n\n")
  }

  @Test mutating func `control characters are dropped, and marks stay on their letter`() {
    #expect(frame.draw("a\u{1B}\n\tbe\u{301}", at: .origin) == 3)
    #expect(frame.text == "abe\u{301}\n\n")
  }

  @Test mutating func `the part of an area inside the frame is filled`() {
    frame.fill(Rect(x: 4, y: 1, width: 9, height: 9), with: "#")
    #expect(frame.text == "\n    ##\n    ##")
  }

  @Test mutating func `filling over halves of wide characters leaves no half`() {
    frame.draw("信信号", at: .origin)
    frame.fill(Rect(x: 1, y: 0, width: 4, height: 1), with: "-")
    #expect(frame.text == " ----\n\n")
    #expect((0..<6).allSatisfy { frame[$0, 0].width == 1 })
  }

  @Test mutating func `filling with a wide character draws spaces`() {
    frame.fill(frame.area, with: "#")
    frame.fill(Rect(x: 0, y: 0, width: 6, height: 2), with: "信")
    #expect(frame.text == "\n\n######")
  }

  @Test mutating func `a box is drawn along the edges of its area`() {
    frame.drawBox(frame.area, glyphs: GlyphSet.unicode.box)
    #expect(
      frame.text == """
        ╭────╮
        │    │
        ╰────╯
        """)
  }

  @Test(arguments: [
    (0, 0, ""), (1, 1, "+"), (2, 1, "++"), (1, 3, "+\n|\n+"), (3, 2, "+-+\n+-+"),
  ])
  func `a box of any size is drawn`(width: Int, height: Int, text: String) {
    var frame = Frame(size: Size(width: width, height: height))
    frame.drawBox(frame.area, glyphs: GlyphSet.ascii.box)
    #expect(frame.text == text)
  }
}
