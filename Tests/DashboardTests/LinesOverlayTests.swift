import Boundary
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct LinesOverlayTests {
  private static func search(_ text: String, _ lines: [(String, String)], count: Int? = nil)
    -> Dashboard.LineSearch
  {
    var search = Dashboard.LineSearch()
    (search.text, search.answered) = (text, text)
    search.result.lines = lines.enumerated().map { index, line in
      .init(action: line.0, number: index, text: line.1)
    }
    search.result.count = count ?? lines.count
    search.titles = ["build": "Build 信号", "test": "Test it all, also at night"]
    return search
  }

  private static let found = search(
    "warn", [("build", "a warning: unused 変数"), ("build", "2 warnings"), ("test", "Warned")], count: 12)

  private func text(
    _ width: Int, _ height: Int, _ search: Dashboard.LineSearch = found, glyphs: GlyphSet = .unicode
  ) -> String {
    picture(of: LinesOverlay(search: search, glyphs: glyphs), width, height).text
  }

  @Test func `titles, lines and the number of lines are shown`() {
    #expect(
      text(64, 8) == """
          ╭─ Find in all outputs: warn_ · 12 lines ──────────────────╮
          │ ▸ Build 信号          a warning: unused 変数             │
          │   Build 信号          2 warnings                         │
          │   Test it all, also…  Warned                             │
          │                                                          │
          │                                                          │
          │                                                          │
          ╰──────────────────────────────────────────────────────────╯
        """)
  }

  @Test func `a narrow box has short titles`() {
    #expect(
      text(40, 6, glyphs: .ascii) == """
        +- Find: warn_ - 12 lines -------------+
        | > Build 信号    a warning: unused  ~ |
        |   Build 信号    2 warnings           |
        |   Test it all~  Warned               |
        |                                      |
        +--------------------------------------+
        """)
  }

  @Test func `matches are marked, and those of the chosen line stand out`() {
    var search = Self.found
    search.focus = 1
    let frame = picture(of: LinesOverlay(search: search, glyphs: .unicode), 64, 8)
    let rows = frame.styles(legend: [.match: "m", .match.inBar: "M", .key: "k"]).split(separator: "\n")
    #expect(rows[1].contains("mmmm") && !rows[1].contains("M"))
    #expect(rows[2].contains("MMMM"))
    #expect(rows[3].contains("mmmm"))
  }

  @Test func `without a text it says what can be typed, and an invalid expression is said`() {
    #expect(text(64, 6, Self.search("", [])).contains("Type a text, or a /regular expression/"))
    #expect(text(64, 6, Self.search("/(/", [])).contains("invalid expression"))
    #expect(text(64, 6, Self.search("zebra", [])).contains("No output contains it"))
  }

  @Test func `an answer that is missing or not complete says so`() {
    var search = Self.search("zebra", [])
    search.answered = ""
    #expect(text(64, 6, search).contains("Type a text"))
    search.answered = "zeb"
    #expect(text(64, 6, search).contains("No output contains it"))
    search.result.isUnfinished = true
    #expect(text(64, 6, search).contains("Nothing was found in a second"))
    search = Self.found
    search.result.isUnfinished = true
    #expect(text(64, 6, search).contains("warn_ · 12 lines or more"))
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (120, 40), (250, 70)])
  func `a box of any size has the chosen line in view`(width: Int, height: Int) {
    var search = Self.search("line", (0..<100).map { ("build", "line \($0) of many") })
    search.focus = 57
    let text = text(width, height, search)
    #expect(text.contains("▸"))
    #expect(text.contains("57") || width < 40)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == height)
  }

  @Test func `a point is a line only where one is`() {
    let overlay = LinesOverlay(search: Self.found, glyphs: .unicode)
    let area = Rect(Size(width: 64, height: 8))
    #expect(overlay.line(at: Point(x: 10, y: 1), in: area)?.text == "a warning: unused 変数")
    #expect(overlay.line(at: Point(x: 10, y: 3), in: area)?.text == "Warned")
    #expect(overlay.line(at: Point(x: 10, y: 4), in: area) == nil)
    #expect(overlay.line(at: Point(x: 0, y: 2), in: area) == nil)
  }
}
