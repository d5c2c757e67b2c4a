import Boundary
import TerminalUI
import Testing

@testable import Dashboard

/// Pictures of unusual sizes, and pictures of large boards.
@Suite(.timeLimit(.minutes(15))) struct LayoutPictureTests {
  private func picture(_ state: Dashboard.State, _ width: Int, _ height: Int) -> String {
    Dashboard.view(state, size: Size(width: width, height: height)).text
  }

  /// Forty activities and two hundred buttons, with wide characters and combining marks.
  private func crowded(_ glyphs: GlyphSet = .unicode) -> Dashboard.State {
    var state = Scene.failing(glyphs)
    state.title = "信号所 Cafe\u{301}"
    state.buttons = (1...200).map { number in
      var button = Dashboard.Button(id: "\(number)", title: "信号 \(number)", key: .function(number % 12 + 1))
      if number % 3 == 0 {
        button.phase = .running
        button.fraction = Double(number) / 200
        button.duration = .seconds(number)
      }
      if number % 5 == 0 {
        button.isEnabled = false
        button.reason = "needs 信号\(number - 1).succeeded and not signals.failed"
      }
      return button
    }
    state.activity.running = (1...40).map { number in
      .init(
        "信号 \(number)", value: .init("Re\u{301}ponse \(number)", fraction: Double(number) / 40),
        since: "14:03:\(number + 10)")
    }
    state.focus = 33
    return state
  }

  @Test func `many activities and many buttons scroll and are counted`() {
    #expect(
      picture(crowded(), 60, 16) == """
        ╭─ 信号所 Café ────────────────── ⠹ 3 · ● 66 · ✗ 3 · ⊘ 27 ─╮
        │ ⠹ Reading the timetable     ▕█████████▌     ▏  64%  12 s │
        │ ↑ 28 more                                                │
        │   F6   信号 29   ○ idle                                  │
        │   F7   信号 30   ● running      30 s  ▕█▋         ▏  15% │
        │   F8   信号 31   ○ idle                                  │
        │   F9   信号 32   ○ idle                                  │
        │   F10  信号 33   ● running      33 s  ▕█▊         ▏  16% │
        │ ▸ F11  信号 34   ○ idle                                  │
        │ ↓ 166 more                                               │
        ├─ ✗ signals: Signal 7 does not answer ─────────── 2 more ─┤
        ├─ Output of Test signals ───────────────────── following ─┤
        │   signal 7: no answer within 3 s                         │
        │ • exit 1                                                 │
        ╰──────────────────────────────────────────────────────────╯
         Enter press  x dismiss │ PgUp scroll │ ? help  q quit
        """)
  }

  @Test func `many activities and many buttons in ASCII`() {
    #expect(
      picture(crowded(.ascii), 60, 16) == """
        +- 信号所 Café ------------------ - 3 - * 66 - ! 3 - # 27 -+
        | - Reading the timetable     [#########......]  64%  12 s |
        | ^ 28 more                                                |
        |   F6   信号 29   o idle                                  |
        |   F7   信号 30   * running      30 s  [#..........]  15% |
        |   F8   信号 31   o idle                                  |
        |   F9   信号 32   o idle                                  |
        |   F10  信号 33   * running      33 s  [#..........]  16% |
        | > F11  信号 34   o idle                                  |
        | v 166 more                                               |
        +- ! signals: Signal 7 does not answer ----------- 2 more -+
        +- Output of Test signals --------------------- following -+
        |   signal 7: no answer within 3 s                         |
        | * exit 1                                                 |
        +----------------------------------------------------------+
         Enter press  x dismiss | PgUp scroll | ? help  q quit
        """)
  }

  @Test func `the chosen activity is in a list over the board`() {
    var state = crowded()
    state.error = nil
    state.overlay = Dashboard.ActivityList(state.activity.running, focus: 20, scroll: 15)
    #expect(
      picture(state, 50, 15) == """
        ╭─ 40 are running ───────────────────────────────╮
        │ ↑ 15 more                                      │
        │   信号 16  Réponse 16      40%  since 14:03:26 │
        │   信号 17  Réponse 17      42%  since 14:03:27 │
        │   信号 18  Réponse 18      45%  since 14:03:28 │
        │   信号 19  Réponse 19      47%  since 14:03:29 │
        │   信号 20  Réponse 20      50%  since 14:03:30 │
        │ ▸ 信号 21  Réponse 21      52%  since 14:03:31 │
        │   信号 22  Réponse 22      55%  since 14:03:32 │
        │   信号 23  Réponse 23      57%  since 14:03:33 │
        │   信号 24  Réponse 24      60%  since 14:03:34 │
        │   信号 25  Réponse 25      62%  since 14:03:35 │
        │ ↓ 15 more                                      │
        ╰────────────────────────────────────────────────╯
        Enter show  Esc close  ? help  q quit
        """)
  }

  @Test func `a wide board with two hundred actions`() {
    #expect(
      picture(crowded(), 132, 24) == """
        ╭─ 信号所 Café ───── ⠹ 3 requests · 66 running · 3 failed · 27 locked ──┬─ Output of Test signals ─────────────────────────────────╮
        │ ⠹ Reading the timetable             ▕████████████▊       ▏  64%  12 s ├─ ✗ signals: Signal 7 does not answer ─────────── 2 more ─┤
        │ ↑ 16 more                                                             │ • started 14:03:09                                       │
        │   F6   信号 17   ○ idle                                               │   signal 5 clear                                         │
        │   F7   信号 18   ● running      18 s  ▕██▏                     ▏   9% │   signal 6 clear                                         │
        │   F8   信号 19   ○ idle                                               │   signal 7: no answer within 3 s                         │
        │   F9   信号 20   ⊘ locked             needs 信号19.succeeded and not… │ • exit 1                                                 │
        │   F10  信号 21   ● running      21 s  ▕██▌                     ▏  10% │                                                          │
        │   F11  信号 22   ○ idle                                               │                                                          │
        │   F12  信号 23   ○ idle                                               │                                                          │
        │   F1   信号 24   ● running      24 s  ▕██▉                     ▏  12% │                                                          │
        │   F2   信号 25   ⊘ locked             needs 信号24.succeeded and not… │                                                          │
        │   F3   信号 26   ○ idle                                               │                                                          │
        │   F4   信号 27   ● running      27 s  ▕███▏                    ▏  13% │                                                          │
        │   F5   信号 28   ○ idle                                               │                                                          │
        │   F6   信号 29   ○ idle                                               │                                                          │
        │   F7   信号 30   ● running      30 s  ▕███▌                    ▏  15% │                                                          │
        │   F8   信号 31   ○ idle                                               │                                                          │
        │   F9   信号 32   ○ idle                                               │                                                          │
        │   F10  信号 33   ● running      33 s  ▕███▉                    ▏  16% │                                                          │
        │ ▸ F11  信号 34   ○ idle                                               │                                                          │
        │ ↓ 166 more                                                            │                                                          │
        ╰───────────────────────────────────────────────────────────────────────┴──────────────────────────────────────────────────────────╯
         Enter press  x dismiss  w why  Ctrl-R runs │ z zoom  / search │ f find  a activities  : commands  e errors │ ? help  q quit
        """)
  }

  @Test func `colours on a wide board`() {
    let legend: [Style: Character] = [
      .dim: "d", .strong: "S", .key: "K", .running: "r", .failure: "F", .warning: "w",
    ]
    let frame = Dashboard.view(Scene.failing(.ascii), size: Size(width: 120, height: 16))
    #expect(
      frame.stylesAndBars(legend: legend) == """
        ddSSSSSSSSSSSSSSddddddddddddddddddddddddd r  dddrrrdddFFFdddddd ddddSSSSSSSSSSSSSSSSSSSSSSSSdddddddddddddddddddddddddddd
        d rSSSSSSSSSSSSSSSSSSSSSS         drrrrrrrrrrrrrrrrrrd rrrr  dddd ddFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFddddd        dd
        d   K                    rrrrrrrrr      dddd  drrrrrrrrrrrrd rrrr d dddddddddddddddddd                                 d
        d   K                    rrrrrrrrr       ddd                      d                                                    d
        d BBBBBBBBBBBBBBBBBBBBBbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb d                                                    d
        d   d   ddddddddd        dddddddd             ddddddddddddddddddd d                                                    d
        d   dd  dddddd           dddddddd             ddddddddddddddddddd d dddddddd                                           d
        d                                                                 d                                                    d
        d                                                                 d                                                    d
        d                                                                 d                                                    d
        d                                                                 d                                                    d
        d                                                                 d                                                    d
        d                                                                 d                                                    d
        d                                                                 d                                                    d
        dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
         KKKKKdddddd  Kdddddddd  Kdddd  KKKKKKddddd d Kddddd d Kddddddddddd  Kddddd  Kddddddddd  Kddddddd d Kddddd  Kddddd
        """)
  }

  @Test func `a wide and low board has no frame`() {
    #expect(
      picture(Scene.failing(), 120, 10) == """
        Demo network       ⠹ 3 requests · 2 running · 3 failed · 2 locked ╭─ Output of Test signals ────────────────────────────
        ⠹ Reading the timetable          ▕████████████▏      ▏  64%  12 s ├─ ✗ signals: Signal 7 does not answer ───── 2 more ──
          t   Load timetable   ● running      12 s  ▕████████▉     ▏  64% │ • started 14:03:09
          w   Ask for weather  ● running       4 s  Forecast for the pass │   signal 5 clear
        ▸ s   Test signals     ✗ failed      3.2 s  signal 7 does not an… │   signal 6 clear
          r   Set route        ⊘ locked             needs timetable.succ… │   signal 7: no answer within 3 s
          F5  Depart           ⊘ locked             needs route.succeede… │ • exit 1
                                                                          │
                                                                          │
        Enter press  x dismiss  w why  Ctrl-R runs │ z zoom │ a activities  f find  : commands  e errors │ ? help  q quit
        """)
    #expect(
      picture(Scene.failing(.ascii), 120, 10) == """
        Demo network       - 3 requests - 2 running - 3 failed - 2 locked +- Output of Test signals ----------------------------
        - Reading the timetable          [############.......]  64%  12 s +- ! signals: Signal 7 does not answer ----- 2 more --
          t   Load timetable   * running      12 s  [########......]  64% | * started 14:03:09
          w   Ask for weather  * running       4 s  Forecast for the pass |   signal 5 clear
        > s   Test signals     ! failed      3.2 s  signal 7 does not an~ |   signal 6 clear
          r   Set route        # locked             needs timetable.succ~ |   signal 7: no answer within 3 s
          F5  Depart           # locked             needs route.succeede~ | * exit 1
                                                                          |
                                                                          |
        Enter press  x dismiss  w why  Ctrl-R runs | z zoom | a activities  f find  : commands  e errors | ? help  q quit
        """)
  }

  @Test func `few buttons on a small board leave room for the output`() {
    var state = Scene.running()
    state.buttons.removeLast(3)
    #expect(
      picture(state, 30, 9) == """
        Demo network         ⠹ 3 · ● 2
        ⠹ Reading the t…  ▕███▏ ▏  64%
        ▸ t Load timetable  ● ▕▋▏  64%
          w Ask for weather ● Forecas…
        ── Output of Load timetable ──
          page 14 of 25
          page 15 of 25
          page 16 of 25
        Enter press │ ? help  q quit
        """)
    #expect(
      picture(state, 20, 5) == """
        ⠹ Reading…  ▕▋▏  64%
        ▸ t Load tim… ●  64%
          w Ask for … ● 4 s
          page 16 of 25
        ? help  q quit
        """)
  }

  @Test func `a board without actions shows a message at any size`() {
    #expect(
      picture(.init(title: "Empty"), 40, 8) == """
        Empty
        ○ Nothing is running
        This board has no actions
        ── Output ──────────────────────────────
        No output yet


        ? help  q quit
        """)
    #expect(
      picture(.init(title: "Empty"), 20, 5) == """
        Empty
        This board has no a…
        No output yet

        ? help  q quit
        """)
  }

  @Test func `on a very wide board related texts stay close to each other`() {
    let layout = Dashboard.Layout(Scene.failing(), size: Size(width: 300, height: 100))
    for part in [layout.top, layout.activity, layout.buttons] {
      #expect(part.width <= 92)
    }
    #expect(layout.log.height == 96)
    let rows = picture(Scene.failing(), 300, 100).split(separator: "\n").map {
      $0.prefix(110).replacing(/\ +$/, with: "")
    }
    #expect(
      rows[0...2].joined(separator: "\n") == """
        ╭─ Demo network ────────────────────────── ⠹ 3 requests · 2 running · 3 failed · 2 locked ──┬─ Output of Test
        │ ⠹ Reading the timetable                         ▕█████████████████▉          ▏  64%  12 s ├─ ✗ signals: Sign
        │   t   Load timetable   ● running      12 s  ▕█████████████████████            ▏  64%      │ • started 14:03:
        """)
  }

  @Test func `the zoomed output has the whole screen, and an error stays above it`() {
    var state = Scene.failing()
    state.isZoomed = true
    #expect(
      picture(state, 40, 12) == """
        ── ✗ signals: Signal 7 does not answe…──
        ── Output of Test signals ──────────────
        • started 14:03:09
          signal 5 clear
          signal 6 clear
          signal 7: no answer within 3 s
        • exit 1




        x dismiss │ z zoom: off │ ? help  q quit
        """)
    state.error = nil
    #expect(
      picture(state, 80, 24) == """
        ── Output of Test signals ──────────────────────────────────────────────────────
        • started 14:03:09
          signal 5 clear
          signal 6 clear
          signal 7: no answer within 3 s
        • exit 1

















        w why │ z zoom: off │ a activities  f find  : commands │ ? help  q quit
        """)
  }

  @Test func `at 120 by 40 the output is at the right and an error is its first row`() {
    let rows = picture(Scene.failing(), 120, 40).split(separator: "\n")
    #expect(rows.count == 40)
    #expect(
      (rows[0...9] + rows[37...39]).joined(separator: "\n") == """
        ╭─ Demo network ───────────────────────── ⠹ 3 · ● 2 · ✗ 3 · ⊘ 2 ──┬─ Output of Test signals ───────────────────────────╮
        │ ⠹ Reading the timetable         ▕███████████▌      ▏  64%  12 s ├─ ✗ signals: Signal 7 does not answer ───── 2 more ─┤
        │   t   Load timetable   ● running      12 s  ▕███████▋    ▏  64% │ • started 14:03:09                                 │
        │   w   Ask for weather  ● running       4 s  Forecast for the p… │   signal 5 clear                                   │
        │ ▸ s   Test signals     ✗ failed      3.2 s  signal 7 does not … │   signal 6 clear                                   │
        │   r   Set route        ⊘ locked             needs timetable.su… │   signal 7: no answer within 3 s                   │
        │   F5  Depart           ⊘ locked             needs route.succee… │ • exit 1                                           │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        ╰─────────────────────────────────────────────────────────────────┴────────────────────────────────────────────────────╯
         Enter press  x dismiss  w why  Ctrl-R runs │ z zoom │ a activities  f find  : commands  e errors │ ? help  q quit
        """)
  }

  @Test func `the output can be enlarged`() {
    var state = Scene.running()
    state.split = 3
    #expect(
      picture(state, 60, 16) == """
        ╭─ Demo network ───── ⠹ 3 requests · 2 running · 2 locked ─╮
        │ ⠹ Reading the timetable     ▕█████████▌     ▏  64%  12 s │
        │ ▸ t   Load timetable   ● running      12 s  ▕███▏ ▏  64% │
        │   w   Ask for weather  ● running       4 s  Forecast fo… │
        ├─ Output of Load timetable ─────────────────── following ─┤
        │   page 8 of 25                                           │
        │   page 9 of 25                                           │
        │   page 10 of 25                                          │
        │   page 11 of 25                                          │
        │   page 12 of 25                                          │
        │   page 13 of 25                                          │
        │   page 14 of 25                                          │
        │   page 15 of 25                                          │
        │   page 16 of 25                                          │
        ╰──────────────────────────────────────────────────────────╯
         Enter press │ PgUp scroll │ f find │ ? help  q quit
        """)
  }
}
