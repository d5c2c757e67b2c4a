import Boundary
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ButtonRowTests {
  private func row(
    _ width: Int, title: String = "Build", focused: Bool = false, glyphs: GlyphSet = .unicode,
    _ change: (inout Dashboard.Button) -> Void
  ) -> Frame {
    var button = Dashboard.Button(id: "build", title: title, key: .character("b"))
    change(&button)
    let columns = ButtonColumns(.init([button]), width: width)
    return picture(
      of: ButtonRow(button: button, isFocused: focused, columns: columns, glyphs: glyphs), width)
  }

  @Test(
    arguments: [
      (.idle, "  b  Build  ○ idle"), (.running, "  b  Build  ● running"),
      (.succeeded, "  b  Build  ✓ succeeded"),
      (.failed, "  b  Build  ✗ failed"), (.cancelled, "  b  Build  ■ cancelled"),
      (.tolerated, "  b  Build  △ tolerated"), (.starting, "  b  Build  ● starting"),
      (.ready, "  b  Build  ◆ ready"),
    ] as [(ActionStatus.Phase, String)])
  func `each phase has a sign and a word`(phase: ActionStatus.Phase, text: String) {
    #expect(row(60) { $0.phase = phase }.text == text)
  }

  @Test func `a row without a trend has its room for the result`() {
    var health = Dashboard.Button(id: "health", title: "Health", key: .character("h"))
    health.trend = RunTrend(points: [.failed], successRate: 0)
    var build = Dashboard.Button(id: "build", title: "Build", key: .character("b"))
    build.phase = .succeeded
    build.words = "128 files compiled, 3 warnings, none of them new, no errors at all"
    let columns = ButtonColumns(.init([health, build]), width: 100)
    func text(_ button: Dashboard.Button) -> String {
      picture(of: ButtonRow(button: button, isFocused: false, columns: columns, glyphs: .unicode), 100).text
    }
    #expect(
      text(build)
        == "  b  Build   ✓ succeeded          128 files compiled, 3 warnings, none of them new, no errors at all"
    )
    build.trend = health.trend
    #expect(text(build).hasSuffix("0% ok"))
    #expect(text(build).contains("none of the…  "))
  }

  @Test func `the word of a service that restarts fits`() {
    let frame = row(60) {
      $0.changeLabel { $0.isService = true }
      $0.phase = .restarting
      $0.duration = .seconds(70)
      $0.words = "exit code 1, restart 2 of 5 in"
      $0.countdown = .milliseconds(3_200)
    }
    #expect(frame.text == "  b  Build  ↻ restarting  1m 10s  exit code 1, restart 2 of…")
    #expect(
      row(80) {
        $0.changeLabel { $0.isService = true }
        $0.phase = .restarting
        $0.words = "exit code 1, restart 2 of 5 in"
        $0.countdown = .milliseconds(3_200)
      }.text == "  b  Build  ↻ restarting          exit code 1, restart 2 of 5 in 4 s")
  }

  @Test func `the chosen row keeps the colours of its status, and its name is marked`() {
    let frame = row(60, focused: true) {
      $0.phase = .running
      $0.fraction = 0.5
    }
    let cells = frame.row(0).map { $0 }
    #expect(cells.allSatisfy { $0.style.attributes.contains(.bar) })
    #expect(cells.prefix(10).allSatisfy { $0.style.attributes.contains(.barName) })
    #expect(!cells.dropFirst(10).contains { $0.style.attributes.contains(.barName) })
    #expect(cells[12].style == Style.running.inBar)
    // A bar of progress has the colour of its row behind it: no hole.
    let plain = row(60) {
      $0.phase = .running
      $0.fraction = 0.5
    }
    let pairs = Array(zip(cells, plain.row(0)).dropFirst(12))
    #expect(!pairs.isEmpty && pairs.allSatisfy { $0.style == $1.style.inBar })
  }

  @Test func `what commands use is at the right of the chosen row where there is room`() {
    var button = Dashboard.Button(id: "web", title: "Web")
    button.phase = .running
    func text(_ width: Int) -> String {
      let columns = ButtonColumns(.init([button]), width: width)
      return picture(
        of: ButtonRow(
          button: button, isFocused: true, usage: "3 % · 12 MB", columns: columns, glyphs: .unicode), width
      ).text
    }
    #expect(text(90).hasSuffix("  3 % · 12 MB"))
    #expect(!text(50).contains("MB"))
  }

  @Test func `a tolerated failure is not an error, and shows how many are tolerated`() {
    func frame(_ glyphs: GlyphSet, _ width: Int) -> Frame {
      row(width, glyphs: glyphs) {
        $0.phase = .tolerated
        $0.duration = .milliseconds(380)
        $0.words = "no answer (1 of 3)"
      }
    }
    #expect(frame(.unicode, 60).text == "  b  Build  △ tolerated  380 ms  no answer (1 of 3)")
    #expect(frame(.ascii, 60).text == "  b  Build  ? tolerated  380 ms  no answer (1 of 3)")
    #expect(frame(.unicode, 30).text == "  b Build △ no answer (1 of 3)")
    #expect(frame(.unicode, 60).styles(legend: [.warning: "w"]).contains("wwwwwwwwwww"))
  }

  @Test func `a run with progress has a gauge`() {
    let text = row(60) {
      $0.phase = .running
      $0.fraction = 0.5
      $0.duration = .milliseconds(61_500)
    }.text
    #expect(text == "  b  Build  ● running    1m 01s  ▕██████████          ▏  50%")
  }

  @Test func `a run without progress shows its value and the number of waiting presses`() {
    let text = row(60) {
      $0.phase = .running
      $0.words = "linking"
      $0.waiting = 2
    }.text
    #expect(text == "  b  Build  ● running            linking · 2 waiting")
  }

  @Test func `waiting presses leave room for the gauge`() {
    let text = row(60, glyphs: .ascii) {
      $0.phase = .running
      $0.fraction = 0.5
      $0.waiting = 2
    }.text
    #expect(text == "  b  Build  * running            [####.....]  50%  2 waiting")
  }

  @Test func `a locked button is dim and shows the reason`() {
    let frame = row(60) {
      $0.isEnabled = false
      $0.reason = "needs lint.succeeded"
      $0.duration = .seconds(9)
    }
    #expect(frame.text == "  b  Build  ⊘ locked             needs lint.succeeded")
    #expect(frame.styles(legend: [.dim: "d"]) == "  d  ddddd  dddddddd             dddddddddddddddddddd")
  }

  @Test func `a result that is too long is truncated`() {
    let text = row(50) {
      $0.phase = .failed
      $0.duration = .milliseconds(380)
      $0.words = "信号 7 does not answer"
    }.text
    #expect(text == "  b  Build  ✗ failed     380 ms  信号 7 does not …")
  }

  @Test func `the fate of the button is shown before the value of the run`() {
    let run: (inout Dashboard.Button) -> Void = {
      $0.phase = .running
      $0.duration = .seconds(3)
      $0.fate = "removed after this run"
      $0.words = "page 3"
    }
    #expect(
      row(80, run).text == "  b  Build  ● running       3 s  removed after this run · page 3")
    #expect(
      row(80, glyphs: .ascii, run).text == "  b  Build  * running       3 s  removed after this run - page 3")
    #expect(row(20, run).text == "  b Build ● removed…")
    let halfWay = row(80) {
      run(&$0)
      $0.fraction = 0.5
    }
    #expect(
      halfWay.text == "  b  Build  ● running       3 s  ▕████████        ▏  50%  removed after this run")
    let narrow = row(68) {
      run(&$0)
      $0.fraction = 0.5
    }
    #expect(narrow.text == "  b  Build  ● running       3 s  ▕██  ▏  50%  removed after this run")
    let narrowest = row(60) {
      run(&$0)
      $0.fraction = 0.5
    }
    #expect(narrowest.text == "  b  Build  ● running       3 s  removed after this run · p…")
  }

  @Test func `the focus is marked by a sign and a bar over the whole row`() {
    let frame = row(40, focused: true) { _ in }
    #expect(frame.text == "▸ b  Build  ○ idle")
    #expect(
      frame.stylesAndBars(legend: [:]) == "BBBBBBBBBB"
        + String(repeating: "b", count: 30))
  }

  @Test func `without room for a result the duration is shown`() {
    let text = row(36, title: "Test signals") {
      $0.phase = .succeeded
      $0.duration = .milliseconds(3_200)
      $0.words = "all 12 signals are clear"
    }.text
    #expect(text == "  b Test signals ✓ succeeded 3.2 s")
  }

  @Test(arguments: [(0, ""), (1, ""), (4, "  b"), (20, "  b Build ● ▕▌▏  50%")])
  func `any width is supported`(width: Int, text: String) {
    let frame = row(width) {
      $0.phase = .running
      $0.fraction = 0.5
    }
    #expect(frame.text == text)
  }
}
