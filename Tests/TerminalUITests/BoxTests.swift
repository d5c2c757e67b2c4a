import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct BoxTests {
  private let box = Box(title: "信号", glyphs: .unicode)

  @Test func `a box returns the area for its content`() {
    var frame = Frame(size: Size(width: 14, height: 5))
    #expect(
      box.open(in: &frame, area: frame.area, size: Size(width: 12, height: 3))
        == Rect(x: 3, y: 2, width: 8, height: 1))
    #expect(
      frame.text == """

         ╭─ 信号 ───╮
         │          │
         ╰──────────╯

        """)
  }

  @Test(arguments: [(0, 0), (1, 1), (4, 9), (9, 2)])
  func `a box without room inside has no content`(width: Int, height: Int) {
    var frame = Frame(size: Size(width: width, height: height))
    #expect(box.open(in: &frame, area: frame.area, size: Size(width: 12, height: 12)) == nil)
  }
}
