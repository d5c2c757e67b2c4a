import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct DialogTests {
  private func dialog(focus: Int = 0, _ glyphs: GlyphSet = .unicode) -> Dialog {
    Dialog(
      title: "Cancel build?", text: "It has been running for 12 s.",
      choices: [.init(key: "y", title: "Cancel it"), .init(key: "n", title: "Let it run")], focus: focus,
      glyphs: glyphs)
  }

  private func over(_ dialog: Dialog, _ width: Int, _ height: Int) -> Frame {
    var frame = Frame(size: Size(width: width, height: height))
    frame.fill(frame.area, with: ".", style: .accent)
    dialog.render(into: &frame, area: frame.area)
    return frame
  }

  @Test func `the box is in the middle`() {
    #expect(
      over(dialog(), 44, 7).text == """
        ............................................
        ....╭─ Cancel build? ─────────────────╮.....
        ....│ It has been running for 12 s.   │.....
        ....│                                 │.....
        ....│ ▸ y Cancel it     n Let it run  │.....
        ....╰─────────────────────────────────╯.....
        ............................................
        """)
  }

  @Test func `the picture below is dimmed and the focused answer is highlighted`() {
    let legend: [Style: Character] = [.dim: "d", .accent: "a", .strong: "S", .highlight: "H", .key: "K"]
    #expect(
      over(dialog(focus: 1, .ascii), 44, 5).styles(legend: legend) == """
        ddddaaSSSSSSSSSSSSSSSaaaaaaaaaaaaaaaaaaddddd
        dddda                                 addddd
        dddda                                 addddd
        dddda   K             HHHHHHHHHHHHHHH addddd
        ddddaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaddddd
        """)
  }

  @Test func `long text is wrapped`() {
    let long = Dialog(
      title: "信号", text: "The signal box is closed for the night and the trains wait for the morning.",
      choices: [.init(key: "Esc", title: "Close")], glyphs: .ascii)
    #expect(
      over(long, 40, 7).text == """
        +- 信号 -------------------------------+
        | The signal box is closed for the     |
        | night and the trains wait for the    |
        | morning.                             |
        |                                      |
        | > Esc Close                          |
        +--------------------------------------+
        """)
  }

  @Test func `in a narrow area the answers are in a column`() {
    #expect(
      over(dialog(), 20, 5).text == """
        ╭─ Cancel build? ──╮
        │ It has been      │
        │ ▸ y Cancel it    │
        │   n Let it run   │
        ╰──────────────────╯
        """)
  }

  @Test(arguments: [
    (0, 0, ""), (1, 1, "╭"), (3, 3, "╭─╮\n│ │\n╰─╯"), (9, 3, "╭─ Can…─╮\n│ ▸ y … │\n╰───────╯"),
  ])
  func `in a small area the box is clipped`(width: Int, height: Int, text: String) {
    #expect(over(dialog(), width, height).text == text)
  }
}
