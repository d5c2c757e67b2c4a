import Boundary
import LoopbackBox
import Programs
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelLogTests {
  private let desk: LogDesk

  init() throws {
    desk = try LogDesk()
    desk.print((1...40).map { "line \($0)" })
  }

  @Test func `the log follows its end until it is scrolled`() {
    #expect(desk.rows.first == "line 37" && desk.rows.last == "line 40")
    desk.print("line 41")
    #expect(desk.rows.last == "line 41")

    desk.press("PgUp")
    let rows = desk.rows
    desk.print("line 42")
    #expect(desk.rows == rows)
    #expect(desk.picture.contains("35-38 of 42"))

    desk.press("PgDn", "PgDn")
    #expect(desk.rows.last == "line 42")
    #expect(desk.picture.contains("following"))
  }

  @Test func `keys scroll by lines and jump to both ends`() {
    desk.press("Ctrl-Y", "Ctrl-Y")
    #expect(desk.rows.last == "line 38")
    desk.press("Ctrl-E")
    #expect(desk.rows.last == "line 39")
    desk.press("Home")
    #expect(desk.rows.first == "line 1")
    desk.press("Ctrl-Y", "PgUp")
    #expect(desk.rows.first == "line 1")
    desk.press("End")
    #expect(desk.rows.last == "line 40")
    desk.press("Home")
    #expect(desk.rows.first == "line 1")
  }

  @Test func `a scroll position that is no longer kept becomes the oldest line`() {
    desk.press("Home")
    desk.print((1...2_000).map { "more \($0)" })
    #expect(desk.rows.first == "more 1")
  }

  @Test func `every log has its own scroll position`() {
    desk.press("Home", "Down")
    desk.print("other", to: "check")
    #expect(desk.rows == ["other"])
    desk.press("Up")
    #expect(desk.rows.first == "line 1")
  }

  @Test func `long lines are truncated or wrapped`() throws {
    let desk = try LogDesk(width: 30, height: 17)
    desk.print("first", "a long line of 信号 with 信号 in it", "last")
    #expect(
      desk.picture == """
        ── Output of Build ───────────
          first
          a long line of 信号 with 信…
          last



        Enter press │ ? help  q quit
        """)
    desk.press("Ctrl-W")
    #expect(
      desk.picture == """
        ── Output of Bu… ── wrapped ──
          first
          a long line of 信号 with 信
          号 in it
          last


        Enter press │ ? help  q quit
        """)
    desk.press("Ctrl-W")
    #expect(!desk.picture.contains("wrapped"))
  }

  @Test func `a wrapped log scrolls by rows and keeps its line when the width changes`() throws {
    let desk = try LogDesk(width: 30, height: 17)
    desk.press("Ctrl-W")
    desk.print((1...9).map { "\($0) " + String(repeating: "x", count: 60) })
    #expect(desk.rows.count == 6)
    #expect(desk.rows.first?.hasPrefix("8 x") == true)
    desk.press("Home", "Ctrl-E")
    #expect(desk.panel.state.log?.rows.first?.number == 0)
    #expect(desk.panel.state.log?.rows.first?.isContinued == true)
    desk.press("PgDn")
    let number = desk.panel.state.log?.rows.first?.number
    desk.panel.model.size = Size(width: 100, height: 17)
    desk.panel.model.refresh()
    #expect(desk.panel.state.log?.rows.first?.number == number)
    #expect(desk.panel.state.log?.rows.first?.isContinued == false)
  }

  @Test func `times are shown before the lines`() throws {
    let desk = try LogDesk(width: 40, height: 17)
    desk.print("early")
    desk.panel.advance(by: .seconds(75))
    desk.print("late")
    desk.press("Ctrl-T")
    #expect(
      desk.picture.hasPrefix(
        """
        ── Output of Build ─────────────────────
          14:00:00 early
          14:01:15 late

        """))
    desk.press("Ctrl-T")
    #expect(!desk.picture.contains("14:"))
  }

  @Test func `runs are separated by rules, and keys move between them`() throws {
    let desk = try LogDesk()
    desk.press("b")
    desk.print("one")
    desk.panel.advance(by: .seconds(2))
    desk.press("b")
    desk.print((1...9).map { "two \($0)" })
    desk.panel.advance(by: .seconds(2))
    desk.press("Home")
    #expect(
      desk.picture == """
        ├─ Output of Build ──────────────────────────── 1-4 of 14 ─┤
        │ ── run 1 started · 14:00:00 · pressed ────────────────── │
        │   one                                                    │
        │ ✓ succeeded after 1.0 s                                  │
        │ ── run 2 started · 14:00:02 · pressed ────────────────── │
        ╰──────────────────────────────────────────────────────────╯
         Enter press │ End follow  PgUp scroll │ ? help  q quit
        """)
    desk.press("Ctrl-N")
    #expect(desk.rows.first == "run 2 started")
    desk.press("Ctrl-N")
    #expect(desk.message == "No run begins further down")
    desk.press("Ctrl-O")
    #expect(desk.rows.first == "run 1 started")
    desk.press("Ctrl-O")
    #expect(desk.message == "No run begins further up")
    desk.press("End", "Ctrl-O")
    #expect(desk.rows.first == "run 2 started")
  }

  @Test func `a retry and a repeat are labelled`() throws {
    let panel = try VirtualPanel(
      """
        load: { key: k, simulate: { duration: 1s, fail-every: 2 }, every: 10s, retry: { attempts: 2, backoff: 1s } }
      """, size: Size(width: 60, height: 24))
    panel.runBoard()
    panel.advance(by: .seconds(12))
    #expect(panel.picture.contains("── run 1 started · 14:00:00 · repeated ──"))
    #expect(panel.picture.contains("── retry 2 of 2 · 14:00:1"))
  }

  @Test func `without room for the log a message is shown`() throws {
    let desk = try LogDesk(width: 20, height: 5)
    desk.print("a")
    desk.press("/")
    #expect(desk.panel.state.prompt == nil)
    #expect(desk.message == "No room: z zooms")
  }

  @Test func `the state contains only the rows in view`() {
    desk.print((1...5_000).map { "line \($0)" })
    #expect(desk.panel.state.log?.rows.count == 4)
    #expect(desk.panel.state.log?.lineCount == 2_000)
  }

  @Test func `O opens all kept lines in the pager, and E the board in the editor`() throws {
    let panel = try VirtualPanel("  build: { key: b, simulate: { duration: 1s } }")
    panel.press("o")
    #expect(panel.state.message == "There is no output")
    panel.print([.init("one"), .init("two")], by: "build")
    panel.advance(by: .seconds(1))
    panel.press("o", "E")
    #expect(
      panel.requests == [
        .page(.init(title: "Output of build", lines: Array(panel.box.output(of: "build")))), .edit,
      ])
    guard case .page(let output) = panel.requests[0] else {
      Issue.record("\(panel.requests)")
      return
    }
    #expect(output.text(hasColor: false) == "one\ntwo")
  }

  @Test func `an output that is in view as a whole is followed`() throws {
    let desk = try LogDesk(height: 24)
    desk.print((1...20).map { "line \($0)" })
    desk.press("Home")
    #expect(desk.picture.contains(" of 20 ─"))
    desk.press("z")
    #expect(!desk.panel.picture.contains(" of 20 ─"))
    #expect(!desk.panel.picture.contains("End follow"))
    desk.press("z")
    #expect(desk.rows.last == "line 20")
  }
}
