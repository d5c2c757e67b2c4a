import Boundary
import Dashboard
import TerminalUI
import Testing

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
        ╭─ 信号所 Café ────────── ⠹ 3 requests · longest run 12 s ─╮
        │ ⠹ Reading the timetable           ▕█████████▌     ▏  64% │
        │ ▌ ✗ Signal 7 does not answer                      2 more │
        │ ▌   signals · high priority · since 14:…  resets in 12 s │
        ├─ Actions ────────────────────────────────────────────────┤
        │ ↑ 30 more                                                │
        │   F8   信号 31   ○ idle                                  │
        │   F9   信号 32   ○ idle                                  │
        │   F10  信号 33   ● running      33 s  ▕█▊         ▏  16% │
        │ ▸ F11  信号 34   ○ idle                                  │
        │ ↓ 166 more                                               │
        ├─ Output of Test signals ───────────────────── following ─┤
        │   signal 7: no answer within 3 s                         │
        │ • exit 1                                                 │
        ╰──────────────────────────────────────────────────────────╯
         ? help  q quit  Enter press  Tab next  x dismiss
        """)
  }

  @Test func `many activities and many buttons in ASCII`() {
    #expect(
      picture(crowded(.ascii), 60, 16) == """
        +- 信号所 Café ---------- - 3 requests - longest run 12 s -+
        | - Reading the timetable           [#########......]  64% |
        | | ! Signal 7 does not answer                      2 more |
        | |   signals - high priority - since 14:~  resets in 12 s |
        +- Actions ------------------------------------------------+
        | ^ 30 more                                                |
        |   F8   信号 31   o idle                                  |
        |   F9   信号 32   o idle                                  |
        |   F10  信号 33   * running      33 s  [#..........]  16% |
        | > F11  信号 34   o idle                                  |
        | v 166 more                                               |
        +- Output of Test signals --------------------- following -+
        |   signal 7: no answer within 3 s                         |
        | * exit 1                                                 |
        +----------------------------------------------------------+
         ? help  q quit  Enter press  Tab next  x dismiss
        """)
  }

  @Test func `the chosen activity is marked and in view, and no button is marked`() {
    var state = crowded()
    state.error = nil
    state.activityFocus = 20
    #expect(
      picture(state, 50, 15) == """
        信号所 Café                             ⠹ 3 · 12 s
        ⠹ Reading the timetable       ▕████████▎    ▏  64%
          信号 20  Réponse 20          50%  since 14:03:30
        ▸ 信号 21  Réponse 21          52%  since 14:03:31
        ── Actions ───────────────────────────────────────
        ↑ 30 more
          F8   信号 31   ○ idle
          F9   信号 32   ○ idle
          F10  信号 33   ● running      33 s  ▕▊    ▏  16%
          F11  信号 34   ○ idle
        ↓ 166 more
        ── Output of Test signals ─────────── following ──
          signal 7: no answer within 3 s
        • exit 1
        ? help  Enter show  Tab next  Esc back  q quit
        """)
  }

  @Test func `a wide board with forty activities`() {
    #expect(
      picture(crowded(), 132, 24) == """
        ╭─ 信号所 Café ────────────────────── ⠹ 3 requests · longest run 12 s ──┬─ Output of Test signals ─────────────────────────────────╮
        │ ⠹ Reading the timetable                   ▕████████████▊       ▏  64% │ • started 14:03:09                                       │
        │   信号 1   Réponse 1                               2%  since 14:03:11 │   signal 5 clear                                         │
        │   信号 2   Réponse 2                               5%  since 14:03:12 │   signal 6 clear                                         │
        │ ↓ 38 more                                                             │   signal 7: no answer within 3 s                         │
        │ ▌ ✗ Signal 7 does not answer                                   2 more │ • exit 1                                                 │
        │ ▌   signals · high priority · since 14:03:12  resets in 12 s ▕██▍   ▏ │                                                          │
        ├─ Actions ─────────────────────────────────────────────────────────────┤                                                          │
        │ ↑ 22 more                                                             │                                                          │
        │   F12  信号 23   ○ idle                                               │                                                          │
        │   F1   信号 24   ● running      24 s  ▕██▉                     ▏  12% │                                                          │
        │   F2   信号 25   ⊘ locked     needs 信号24.succeeded and not signals… │                                                          │
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
         ? help  q quit  Enter press  Tab next  x dismiss  a activities
        """)
  }

  @Test func `colours on a wide board`() {
    let legend: [Style: Character] = [
      .dim: "d", .strong: "S", .key: "K", .running: "r", .failure: "F", .warning: "w",
    ]
    let frame = Dashboard.view(Scene.failing(.ascii), size: Size(width: 120, height: 16))
    #expect(
      frame.styles(legend: legend) == """
        ddSSSSSSSSSSSSSSddddddddddddddd r           ddd                 ddddSSSSSSSSSSSSSSSSSSSSSSSSdddddddddddddddddddddddddddd
        d rSSSSSSSSSSSSSSSSSSSSSS               drrrrrrrrrrrrrrrrrrd rrrr d dddddddddddddddddd                                 d
        d dddddddd                                                        d                                                    d
        d F FFFFFFFFFFFFFFFFFFFFFFFFFF                             SSSSSS d                                                    d
        d F          ddddddddddddddddddddddddddddddddd     dddddddddddddd d                                                    d
        ddSSSSSSSSSdddddddddddddddddddddddddddddddddddddddddddddddddddddddd dddddddd                                           d
        d   K                    rrrrrrrrr      dddd  drrrrrrrrrrrrd rrrr d                                                    d
        d   K                    rrrrrrrrr       ddd                      d                                                    d
        d K K   SSSSSSSSSSSS     FFFFFFFF      ddddd                      d                                                    d
        d   d   ddddddddd        dddddddd     ddddddddddddddddddddddddd   d                                                    d
        d   dd  dddddd           dddddddd     ddddddddddddddddddddddddddd d                                                    d
        d                                                                 d                                                    d
        d                                                                 d                                                    d
        d                                                                 d                                                    d
        dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
         Kddddd  Kddddd  KKKKKdddddd  KKKddddd  Kdddddddd  Kddddddddddd
        """)
  }

  @Test func `a wide and low board has no frame`() {
    #expect(
      picture(Scene.failing(), 120, 10) == """
        Demo network                      ⠹ 3 requests · longest run 12 s ╭─ Output of Test signals ────────────────────────────
        ⠹ Reading the timetable                ▕████████████▏      ▏  64% │ • started 14:03:09
        ▌ ✗ Signal 7 does not answer                               2 more │   signal 5 clear
        ── Actions ───────────────────────────────────────────────────────┤   signal 6 clear
          t   Load timetable   ● running      12 s  ▕████████▉     ▏  64% │   signal 7: no answer within 3 s
          w   Ask for weather  ● running       4 s  Forecast for the pass │ • exit 1
        ▸ s   Test signals     ✗ failed      3.2 s  signal 7 does not an… │
          r   Set route        ⊘ locked     needs timetable.succeeded     │
          F5  Depart           ⊘ locked     needs route.succeeded and no… │
        ? help  q quit  Enter press  Tab next  x dismiss  a activities
        """)
    #expect(
      picture(Scene.failing(.ascii), 120, 10) == """
        Demo network                      - 3 requests - longest run 12 s +- Output of Test signals ----------------------------
        - Reading the timetable                [############.......]  64% | * started 14:03:09
        | ! Signal 7 does not answer                               2 more |   signal 5 clear
        -- Actions -------------------------------------------------------+   signal 6 clear
          t   Load timetable   * running      12 s  [########......]  64% |   signal 7: no answer within 3 s
          w   Ask for weather  * running       4 s  Forecast for the pass | * exit 1
        > s   Test signals     ! failed      3.2 s  signal 7 does not an~ |
          r   Set route        # locked     needs timetable.succeeded     |
          F5  Depart           # locked     needs route.succeeded and no~ |
        ? help  q quit  Enter press  Tab next  x dismiss  a activities
        """)
  }

  @Test func `few buttons on a small board leave room for the output`() {
    var state = Scene.running()
    state.buttons.removeLast(3)
    #expect(
      picture(state, 30, 9) == """
        Demo network        ⠹ 3 · 12 s
        ⠹ Reading the t…  ▕███▏ ▏  64%
        ↓ 2 more
        ▸ t Load timetable  ● ▕▋▏  64%
          w Ask for weather ● Forecas…
        ── Output of Load timetable ──
          page 15 of 25
          page 16 of 25
        ? help  q quit  Enter press
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
    for part in [layout.top, layout.activity, layout.error, layout.buttons] {
      #expect(part.width <= 92)
    }
    #expect(layout.log.height == 97)
    let rows = picture(Scene.failing(), 300, 100).split(separator: "\n").map { $0.prefix(110) }
    #expect(
      rows[0...2].joined(separator: "\n") == """
        ╭─ Demo network ───────────────────────────────────────── ⠹ 3 requests · longest run 12 s ──┬─ Output of Test 
        │ ⠹ Reading the timetable                               ▕█████████████████▉          ▏  64% │ • started 14:03:
        │   timetable  Reading the timetable                                    64%  since 14:03:07 │   signal 5 clear
        """)
  }

  @Test func `a large board has more rows for activities`() {
    #expect(Dashboard.Layout(crowded(), size: Size(width: 100, height: 100)).activity.height == 17)
    #expect(Dashboard.Layout(crowded(), size: Size(width: 200, height: 60)).activity.height == 9)
    #expect(Dashboard.Layout(Scene.failing(), size: Size(width: 200, height: 60)).activity.height == 16)
  }
}
