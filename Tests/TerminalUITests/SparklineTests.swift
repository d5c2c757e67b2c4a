import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct SparklineTests {
  private func text(_ values: [Double], width: Int = 20, _ glyphs: GlyphSet = .unicode) -> String {
    picture(of: Sparkline(values.map { .value($0) }, glyphs: glyphs), width).text
  }

  @Test(
    arguments: [
      ([], ""), ([0], "▁"), ([5], "█"), ([0, 0, 0], "▁▁▁"), ([1, 2, 3, 4, 5, 6, 7, 8], "▂▃▄▅▆▇██"),
      ([0, 50, 100], "▁▅█"), ([100, 101, 80], "██▇"), ([0.001, 1_000], "▁█"),
    ] as [([Double], String)])
  func `bars are scaled from zero to the largest value`(values: [Double], text: String) {
    #expect(self.text(values) == text)
  }

  @Test func `a floor keeps small values and small differences low`() {
    let points = [20.0, 22, 21].map { Sparkline.Point.value($0) }
    #expect(picture(of: Sparkline(points, floor: 42, glyphs: .unicode), 9).text == "▄▅▅")
    #expect(picture(of: Sparkline(points + [.value(420)], floor: 42, glyphs: .unicode), 9).text == "▁▁▁█")
  }

  @Test func `in ASCII denser signs are larger values`() {
    #expect(text([0, 1, 2, 3, 4, 5, 6, 7, 8], .ascii) == ".:-=+*#@@")
  }

  @Test(
    arguments: [
      ([1, .nan, 2], "▅ █"), ([.nan], ""), ([-3, 4], "▁█"), ([-3, -4], "▁▁"), ([1, .infinity], "██"),
      ([.infinity], "█"), ([-.infinity, 1], "▁█"),
      ([.leastNonzeroMagnitude, .greatestFiniteMagnitude], "▁█"),
    ] as [([Double], String)])
  func `any number is supported`(values: [Double], text: String) {
    #expect(self.text(values) == text)
  }

  @Test(arguments: [(0, ""), (1, "█"), (2, "▅█"), (3, "▃▅█"), (4, "▁▃▅█"), (9, "▁▃▅█")])
  func `without room for all values the last ones are drawn and scaled`(width: Int, text: String) {
    #expect(self.text([0, 1, 2, 4], width: width) == text)
  }

  @Test func `values that are not drawn do not affect the scale`() {
    #expect(text([1_000, 1, 2], width: 2) == "▅█")
  }

  @Test func `a sign replaces a value and has its own style`() {
    let line = Sparkline([.value(1), .sign("✗", .failure), .value(2)], glyphs: .unicode)
    let frame = picture(of: line, 3)
    #expect(frame.text == "▅✗█")
    #expect(frame.styles(legend: [.running: "r", .failure: "F"]) == "rFr")
  }

  @Test func `only the first row is drawn`() {
    #expect(picture(of: Sparkline([.value(1)], glyphs: .ascii), 3, 2).text == "@\n")
    #expect(picture(of: Sparkline([.value(1)], glyphs: .ascii), 3, 0).text == "")
  }
}
