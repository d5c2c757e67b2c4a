import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct LineTests {
  private let line = Line(["Build ", Span("failed", .failure)], ellipsis: "…")

  @Test(arguments: [
    (0, ""), (1, "…"), (5, "Buil…"), (9, "Build fa…"), (12, "Build failed"), (20, "Build failed"),
  ])
  func `a line that is too long ends in an ellipsis`(width: Int, text: String) {
    #expect(picture(of: line, width).text == text)
  }

  @Test func `each span has its own style, and the ellipsis has the style of the truncated span`() {
    #expect(picture(of: line, 12).styles(legend: [.failure: "F"]) == "      FFFFFF")
    #expect(picture(of: line, 9).styles(legend: [.failure: "F"]) == "      FFF")
    #expect(picture(of: line, 5).styles(legend: [.failure: "F"]) == "")
  }

  @Test func `right alignment puts the end of the text at the right edge`() {
    #expect(picture(of: Line(["now"], alignment: .right), 6).text == "   now")
    #expect(picture(of: Line(["tomorrow"], alignment: .right), 6).text == "tomorr")
  }

  @Test(arguments: [(4, "信号"), (3, "信~"), (2, " ~"), (1, "~")])
  func `half of a wide character is replaced by the ellipsis`(width: Int, text: String) {
    #expect(picture(of: Line(["信号"], ellipsis: "~"), width).text == text)
  }

  @Test func `only the first row is drawn`() {
    #expect(picture(of: line, 12, 3).text == "Build failed\n\n")
    #expect(picture(of: line, 12, 0).text == "")
  }
}
