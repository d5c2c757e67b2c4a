import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct SplitLineTests {
  private let leading = Line(["Release desk"], ellipsis: "…")
  private let trailing = Line(["3 requests"], ellipsis: "…")

  @Test(arguments: [
    (0, ""), (1, "…"), (12, "Release desk"), (18, "Release desk"), (20, "Release desk  3 req…"),
    (24, "Release desk  3 requests"), (30, "Release desk        3 requests"),
  ])
  func `the leading text is kept`(width: Int, text: String) {
    #expect(picture(of: SplitLine(leading, trailing), width).text == text)
  }

  @Test(arguments: [
    (0, ""), (1, "…"), (10, "3 requests"), (17, "       3 requests"), (20, "Release…  3 requests"),
    (30, "Release desk        3 requests"),
  ])
  func `the trailing text is kept`(width: Int, text: String) {
    #expect(picture(of: SplitLine(leading, trailing, keeping: .trailing), width).text == text)
  }

  @Test func `an empty side takes no room`() {
    #expect(picture(of: SplitLine(leading, Line([])), 13).text == "Release desk")
    #expect(picture(of: SplitLine(Line([]), trailing), 10).text == "3 requests")
  }

  @Test func `a side without an ellipsis is drawn whole or omitted`() {
    let short = SplitLine(leading, Line(["2 s"]))
    #expect(picture(of: short, 16).text == "Release desk")
    #expect(picture(of: short, 17).text == "Release desk  2 s")
  }
}
