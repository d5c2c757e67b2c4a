import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct GaugeTests {
  private func gauge(_ fraction: Double, label: String? = nil, _ glyphs: GlyphSet = .unicode) -> Gauge {
    Gauge(.fraction(fraction), label: label, glyphs: glyphs)
  }

  @Test(arguments: [
    (0, "▕    ▏"), (0.25, "▕█   ▏"), (0.5, "▕██  ▏"), (0.53125, "▕██▏ ▏"), (0.72, "▕██▉ ▏"), (1, "▕████▏"),
    (-3, "▕    ▏"), (7, "▕████▏"), (.nan, "▕    ▏"), (.infinity, "▕████▏"),
  ])
  func `the bar is filled in eighths of a cell`(fraction: Double, text: String) {
    #expect(picture(of: gauge(fraction), 6).text == text)
  }

  @Test(arguments: [(0, "[....]"), (0.5, "[##..]"), (0.7, "[##..]"), (1, "[####]")])
  func `in ASCII a cell is either full or empty`(fraction: Double, text: String) {
    #expect(picture(of: gauge(fraction, .ascii), 6).text == text)
  }

  @Test(arguments: [
    (0, ""), (1, "…"), (3, " 5…"), (4, " 50%"), (7, " 50%"), (8, "▕▌▏  50%"), (12, "▕██▌  ▏  50%"),
  ])
  func `without room for both only the label is drawn`(width: Int, text: String) {
    #expect(picture(of: gauge(0.5, label: Gauge.percent(0.5)), width).text == text)
  }

  @Test(arguments: [(1, "▌"), (2, "█"), (3, "▕▌▏")])
  func `a tiny bar has no ends`(width: Int, text: String) {
    #expect(picture(of: gauge(0.5), width).text == text)
  }

  @Test func `a label may contain wide characters`() {
    #expect(picture(of: gauge(0.5, label: "信号", .ascii), 11).text == "[##..] 信号")
  }

  @Test func `only the first row is drawn`() {
    #expect(picture(of: gauge(1, .ascii), 4, 2).text == "[##]\n")
    #expect(picture(of: gauge(1, .ascii), 4, 0).text == "")
  }

  @Test func `a bar of unknown progress moves back and forth`() {
    let frames = (0..<8).map { number in
      picture(of: Gauge(.wandering(frameNumber: number), glyphs: .ascii), 6).text
    }
    #expect(
      frames == ["[#...]", "[.#..]", "[..#.]", "[...#]", "[..#.]", "[.#..]", "[#...]", "[.#..]"])
  }

  @Test(arguments: [(0, "  0%"), (0.29, " 29%"), (0.999, " 99%"), (1, "100%"), (2, "100%"), (.nan, "  0%")])
  func `a percentage is rounded down and four columns wide`(fraction: Double, text: String) {
    #expect(Gauge.percent(fraction) == text)
  }
}
