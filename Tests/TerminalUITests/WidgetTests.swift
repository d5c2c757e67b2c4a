import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct WidgetTests {
  private static let text = "信号 sígnal e\u{301}\u{1B} 👩‍💻"

  private static func widgets(_ glyphs: GlyphSet) -> [any Widget] {
    let line = Line([Span(text), Span(text, .accent)], ellipsis: glyphs.ellipsis)
    return [
      line, Line([Span(text)], alignment: .right),
      SplitLine(line, line), SplitLine(line, Line(["x"]), keeping: .trailing),
      Spinner(frameNumber: 7, glyphs: glyphs),
      Gauge(.fraction(0.4), label: text, glyphs: glyphs), Gauge(.fraction(1), glyphs: glyphs),
      Gauge(.wandering(frameNumber: 3), glyphs: glyphs),
      Banner([SplitLine(line, line), SplitLine(line, line)], style: .failure, glyphs: glyphs),
      List(Array(repeating: line, count: 30), offset: 3, focus: 12, glyphs: glyphs),
      Paragraph(text + text + text), Paragraph(text + "\n" + text, wraps: false),
      KeyHints([.init(key: "Enter", word: text), .init(key: "q", word: "quit")]),
      TextField(text), TextField(text + text + text),
      Dialog(
        title: text, text: text + text,
        choices: [.init(key: "y", title: text), .init(key: "n", title: "No")],
        glyphs: glyphs),
    ]
  }

  @Test(arguments: [GlyphSet.unicode, .ascii])
  func `every widget stays inside its area at any size`(glyphs: GlyphSet) {
    for widget in Self.widgets(glyphs) {
      for width in [0, 1, 2, 3, 4, 5, 7, 12, 33, 80] {
        for height in [0, 1, 2, 3, 4, 5, 20] {
          var frame = Frame(size: Size(width: width + 4, height: height + 2))
          frame.fill(frame.area, with: "%")
          let area = Rect(x: 2, y: 1, width: width, height: height)
          widget.render(into: &frame, area: area)

          let touched = (0..<frame.size.height).flatMap { y in
            (0..<frame.size.width).compactMap { x in
              frame[x, y] == Cell("%") ? nil : Point(x: x, y: y)
            }
          }
          // They may be empty: a widget without room draws nothing.
          #expect(touched.allSatisfy(area.contains), "\(type(of: widget)) at \(width)×\(height)")
        }
      }
    }
  }

  @Test func `a widget drawn over half of a wide character leaves no half`() {
    var frame = Frame(size: Size(width: 4, height: 1))
    frame.draw("信号", at: .origin)
    Line(["x"]).render(into: &frame, area: Rect(x: 1, y: 0, width: 1, height: 1))
    #expect(frame.text == " x号")
  }
}
