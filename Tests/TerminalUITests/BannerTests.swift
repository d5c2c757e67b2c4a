import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct BannerTests {
  private func banner(_ glyphs: GlyphSet) -> Banner {
    Banner(
      [
        SplitLine(
          Line([Span("Signal 7 is dark", .failure)], ellipsis: glyphs.ellipsis), Line(["14:03:12"])),
        SplitLine(Line(["信号所"], ellipsis: glyphs.ellipsis), Line(["x dismiss"])),
      ], style: .failure, glyphs: glyphs)
  }

  @Test func `each row has a bar at its left`() {
    #expect(
      picture(of: banner(.unicode), 30, 2).text == """
        ▌ Signal 7 is dark    14:03:12
        ▌ 信号所             x dismiss
        """)
    #expect(
      picture(of: banner(.ascii), 30, 3).text == """
        | Signal 7 is dark    14:03:12
        | 信号所             x dismiss

        """)
  }

  @Test func `the bar has the style of the banner`() {
    #expect(
      picture(of: banner(.unicode), 20, 2).styles(legend: [.failure: "F"]) == """
        F FFFFFFFFFFFFFFFF
        F
        """)
  }

  @Test func `in a small area the first row has priority`() {
    #expect(picture(of: banner(.unicode), 12, 1).text == "▌ Signal 7 …")
    #expect(picture(of: banner(.unicode), 1, 1).text == "▌")
    #expect(picture(of: banner(.unicode), 0, 0).text == "")
  }
}
