import Board
import Boundary
import Programs
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct LogPanelTests {
  private var log: Dashboard.Log {
    .init(
      title: "Build",
      lines: [
        .init("run 1 started", kind: .startByPerson), .init("信号 clear"),
        .init("no answer"), .init("failed: exit 1", kind: .failure),
      ])
  }

  private func panel(_ log: Dashboard.Log?, _ glyphs: GlyphSet = .unicode) -> LogPanel {
    LogPanel(log: log, glyphs: glyphs)
  }

  @Test func `each kind of line has a sign of its own`() {
    #expect(
      picture(of: panel(log), 36, 5).text == """
        ── run 1 started · pressed ─────────
          信号 clear
          no answer
        ✗ failed: exit 1

        """)
    #expect(picture(of: panel(log, .ascii), 14, 2).text == "  no answer\n! failed: exi~")
  }

  @Test func `standard error has a bar where it is apart`() {
    let log = Dashboard.Log(title: "Build", lines: [.init("out"), .init("err", kind: .errorOutput)])
    #expect(picture(of: panel(log), 8, 2).text == "  out\n│ err")
    #expect(picture(of: panel(log, .ascii), 8, 2).text == "  out\n| err")
  }

  @Test func `an action without output shows what it is for and does`() {
    var log = Dashboard.Log(title: "Build")
    var action = ActionDescription(id: "build", title: "Build")
    action.notes.summary = "Compiles everything"
    (action.work, action.isCommand) = ("swift build\nswift test", true)
    log.introduction = .init(of: action)
    #expect(
      picture(of: panel(log), 20, 7).text == """
        No output yet

        Compiles everything

        $ swift build
        swift test

        """)
    for (width, height) in [(0, 0), (1, 1), (1, 3), (20, 1), (3, 5)] {
      _ = picture(of: panel(log), width, height)
    }
  }

  @Test func `a run begins with a rule that shows its time and cause`() {
    var log = log
    log.rows[0].clock = "14:03:07"
    #expect(
      picture(of: panel(log), 50, 4).text.hasPrefix("── run 1 started · 14:03:07 · pressed ────────────\n"))
    #expect(picture(of: panel(log, .ascii), 20, 4).text.hasPrefix("-- run 1 started ~--\n"))
    log.rows[0].kind = .startByClock
    #expect(picture(of: panel(log), 50, 4).text.contains("repeated"))
  }

  @Test func `matches are underlined, and the current one is reversed`() {
    var log = log
    log.rows[1].pieces = [.init("信"), .init("号", isMatch: true), .init(" clear")]
    log.rows[2].pieces = [.init("no ", isMatch: true), .init("answer")]
    log.rows[2].isCurrent = true
    let frame = picture(of: panel(log), 20, 4)
    #expect(frame.text.contains("  信号 clear\n  no answer"))
    #expect(
      frame.styles(legend: [
        .match: "m", .currentMatch: "C", .dim: " ", .strong: " ", .failure: "f",
      ])
        == """

            mm
          CCC
        ff
        """)
    #expect(Style.match.attributes == .underline)
    #expect(Style.currentMatch.attributes.contains(.reverse))
  }

  @Test func `text has the colours of the command, and matches and selection are marked over them`() {
    let red = Style(foreground: .red)
    var log = log
    log.rows[1].pieces = [.init("red", style: red), .init("match", style: red, isMatch: true), .init("x")]
    log.rows[2].pieces = [.init("red", style: red), .init("back", style: Style(attributes: .reverse))]
    log.rows[2].isSelected = true
    let frame = picture(of: panel(log), 20, 4)
    let selected = Style(foreground: .red, attributes: .reverse)
    let rows = frame.styles(legend: [red: "r", .match: "m", selected: "S"]).split(separator: "\n")
    #expect(rows.contains("  rrrmmmmm"))
    #expect(rows.contains("  SSS"))
  }

  @Test func `a match behind the right edge highlights the ellipsis`() {
    var log = log
    log.rows = [log.rows[1]]
    log.rows[0].pieces = [.init("a long way to the "), .init("match", isMatch: true)]
    let frame = picture(of: panel(log), 12, 1)
    #expect(frame.text == "  a long wa…")
    #expect(frame.styles(legend: [.match: "m"]) == "           m")
  }

  @Test func `selected lines are reversed, and the moving end has a sign`() {
    var log = log
    for index in 1...2 { log.rows[index].isSelected = true }
    log.rows[2].isHead = true
    let frame = picture(of: panel(log), 14, 3)
    #expect(frame.text == "  信号 clear\n▸ no answer\n✗ failed: exi…")
    #expect(
      frame.styles(legend: [Style(attributes: .reverse): "r", .key: "k", .failure: "f", .dim: " "])
        == "  rrrrrrrrrr\nkkrrrrrrrrr\nff")
  }

  @Test func `times are in a column, and the continuation of a line has none`() {
    var log = log
    log.rows = [log.rows[1], log.rows[1]]
    log.rows[0].clock = "14:03:07"
    log.rows[1].clock = ""
    log.rows[1].isContinued = true
    #expect(picture(of: panel(log), 30, 2).text == "  14:03:07 信号 clear\n           信号 clear")
  }

  @Test func `an empty log shows a message, unless lines are on their way`() {
    #expect(picture(of: panel(nil), 16, 2).text == "No output yet\n")
    var empty = Dashboard.Log(title: "Build")
    #expect(picture(of: panel(empty), 16).text == "")
    empty.keptCount = 480
    empty.filter = "x"
    #expect(picture(of: panel(empty), 40).text == "None of 480 lines matches")
  }

  @Test(arguments: [(0, 0, ""), (1, 1, "✗"), (3, 1, "✗ …")])
  func `any area is supported`(width: Int, height: Int, text: String) {
    #expect(picture(of: panel(log), width, height).text == text)
  }
}
