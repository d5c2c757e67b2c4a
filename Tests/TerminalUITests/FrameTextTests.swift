import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct FrameTextTests {
  @Test func `text and styles have the same arrangement`() {
    var frame = Frame(size: Size(width: 12, height: 2))
    frame.draw("build ", at: .origin)
    frame.draw("failed", at: Point(x: 6, y: 0), style: .failure)
    frame.draw("why", at: Point(x: 2, y: 1), style: .dim)
    #expect(
      frame.text == """
        build failed
          why
        """)
    #expect(
      frame.styles(legend: [.failure: "F", .dim: "d"]) == """
              FFFFFF
          ddd
        """)
  }

  @Test func `a style that is not in the legend is a question mark`() {
    var frame = Frame(size: Size(width: 2, height: 1))
    frame.draw("ab", at: .origin, style: .accent)
    #expect(frame.styles(legend: [:]) == "??")
  }

  @Test func `both halves of a wide cell have its style`() {
    var frame = Frame(size: Size(width: 4, height: 1))
    frame.draw("信", at: .origin, style: .accent)
    #expect(frame.styles(legend: [.accent: "a"]) == "aa")
  }
}
