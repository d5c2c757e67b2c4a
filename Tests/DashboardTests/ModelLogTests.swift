import Boundary
import LoopbackBox
import Programs
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelLogTests {
  private let log: PanelWithLog

  init() throws {
    log = try PanelWithLog()
    log.print((1...40).map { "line \($0)" })
  }

  @Test func `the log follows its end until it is scrolled`() {
    #expect(log.rows.first == "line 37" && log.rows.last == "line 40")
    log.print("line 41")
    #expect(log.rows.last == "line 41")

    log.press("PgUp")
    let rows = log.rows
    log.print("line 42")
    #expect(log.rows == rows)
    #expect(log.picture.contains("35-38 of 42"))

    log.press("PgDn", "PgDn")
    #expect(log.rows.last == "line 42")
    #expect(log.picture.contains("following"))
  }

  @Test func `keys scroll by lines and jump to both ends`() {
    log.press("Ctrl-Y", "Ctrl-Y")
    #expect(log.rows.last == "line 38")
    log.press("Ctrl-E")
    #expect(log.rows.last == "line 39")
    log.press("Home")
    #expect(log.rows.first == "line 1")
    log.press("Ctrl-Y", "PgUp")
    #expect(log.rows.first == "line 1")
    log.press("End")
    #expect(log.rows.last == "line 40")
    log.press("Home")
    #expect(log.rows.first == "line 1")
  }

  @Test func `a scroll position that is no longer kept becomes the oldest line`() {
    log.press("Home")
    log.print((1...2_000).map { "more \($0)" })
    #expect(log.rows.first == "more 1")
  }

  @Test func `every log has its own scroll position`() {
    log.press("Home", "Down")
    log.print("other", to: "check")
    #expect(log.rows == ["other"])
    log.press("Up")
    #expect(log.rows.first == "line 1")
  }

  @Test func `long lines are truncated or wrapped`() throws {
    let log = try PanelWithLog(width: 30, height: 17)
    log.print("first", "a long line of 信号 with 信号 in it", "last")
    #expect(
      log.picture == """
        ── Output of Build ───────────
          first
          a long line of 信号 with 信…
          last



        Enter press │ ? help  q quit
        """)
    log.press("Ctrl-W")
    #expect(
      log.picture == """
        ── Output of Bu… ── wrapped ──
          first
          a long line of 信号 with 信
          号 in it
          last


        Enter press │ ? help  q quit
        """)
    log.press("Ctrl-W")
    #expect(!log.picture.contains("wrapped"))
  }

  @Test func `a wrapped log scrolls by rows and keeps its line when the width changes`() throws {
    let log = try PanelWithLog(width: 30, height: 17)
    log.press("Ctrl-W")
    log.print((1...9).map { "\($0) " + String(repeating: "x", count: 60) })
    #expect(log.rows.count == 6)
    #expect(log.rows.first?.hasPrefix("8 x") == true)
    log.press("Home", "Ctrl-E")
    #expect(log.panel.state.log?.rows.first?.number == 0)
    #expect(log.panel.state.log?.rows.first?.isContinued == true)
    log.press("PgDn")
    let number = log.panel.state.log?.rows.first?.number
    log.panel.model.size = Size(width: 100, height: 17)
    log.panel.model.refresh()
    #expect(log.panel.state.log?.rows.first?.number == number)
    #expect(log.panel.state.log?.rows.first?.isContinued == false)
  }

  @Test func `times are shown before the lines`() throws {
    let log = try PanelWithLog(width: 40, height: 17)
    log.print("early")
    log.panel.advance(by: .seconds(75))
    log.print("late")
    log.press("Ctrl-T")
    #expect(
      log.picture.hasPrefix(
        """
        ── Output of Build ─────────────────────
          14:00:00 early
          14:01:15 late

        """))
    log.press("Ctrl-T")
    #expect(!log.picture.contains("14:"))
  }

  @Test func `runs are separated by rules, and keys move between them`() throws {
    let log = try PanelWithLog()
    log.press("b")
    log.print("one")
    log.panel.advance(by: .seconds(2))
    log.press("b")
    log.print((1...9).map { "two \($0)" })
    log.panel.advance(by: .seconds(2))
    log.press("Home")
    #expect(
      log.picture == """
        ├─ Output of Build ──────────────────────────── 1-4 of 14 ─┤
        │ ── run 1 started · 14:00:00 · pressed ────────────────── │
        │   one                                                    │
        │ ✓ succeeded after 1.0 s                                  │
        │ ── run 2 started · 14:00:02 · pressed ────────────────── │
        ╰──────────────────────────────────────────────────────────╯
         Enter press │ End follow  PgUp scroll │ ? help  q quit
        """)
    log.press("Ctrl-N")
    #expect(log.rows.first == "run 2 started")
    log.press("Ctrl-N")
    #expect(log.message == "No run begins further down")
    log.press("Ctrl-O")
    #expect(log.rows.first == "run 1 started")
    log.press("Ctrl-O")
    #expect(log.message == "No run begins further up")
    log.press("End", "Ctrl-O")
    #expect(log.rows.first == "run 2 started")
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
    let log = try PanelWithLog(width: 20, height: 5)
    log.print("a")
    log.press("/")
    #expect(log.panel.state.prompt == nil)
    #expect(log.message == "No room: z zooms")
  }

  @Test func `the state contains only the rows in view`() {
    log.print((1...5_000).map { "line \($0)" })
    #expect(log.panel.state.log?.rows.count == 4)
    #expect(log.panel.state.log?.lineCount == 2_000)
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
    let log = try PanelWithLog(height: 24)
    log.print((1...20).map { "line \($0)" })
    log.press("Home")
    #expect(log.picture.contains(" of 20 ─"))
    log.press("z")
    #expect(!log.panel.picture.contains(" of 20 ─"))
    #expect(!log.panel.picture.contains("End follow"))
    log.press("z")
    #expect(log.rows.last == "line 20")
  }
}
