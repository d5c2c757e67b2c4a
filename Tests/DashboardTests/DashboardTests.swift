import Dashboard
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct DashboardTests {
  private func picture(_ state: Dashboard.State, _ width: Int, _ height: Int) -> String {
    Dashboard.view(state, size: Size(width: width, height: height)).text
  }

  @Test func `an idle board`() {
    #expect(
      picture(Scene.idle(), 80, 24) == """
        ╭─ Demo network ──────────────────────────────────────────────────── 2 locked ─╮
        │ ○ Nothing is running                                                         │
        │ ▸ t   Load timetable   ○ idle                                                │
        │   w   Ask for weather  ○ idle                                                │
        │   s   Test signals     ○ idle                                                │
        │   r   Set route        ⊘ locked             needs timetable.succeeded        │
        │   F5  Depart           ⊘ locked             needs route.succeeded and not s… │
        ├─ Output of Load timetable ───────────────────────────────────────────────────┤
        │ No output yet                                                                │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         Enter press  w why  Ctrl-R runs │ f find  : commands │ ? help  q quit
        """)
  }

  @Test func `a busy board shows all progress`() {
    #expect(
      picture(Scene.running(), 80, 24) == """
        ╭─ Demo network ───────────────────────── ⠹ 3 requests · 2 running · 2 locked ─╮
        │ ⠹ Reading the timetable                 ▕██████████████▋        ▏  64%  12 s │
        │ ▸ t   Load timetable   ● running      12 s  ▕████████████████         ▏  64% │
        │   w   Ask for weather  ● running       4 s  Forecast for the pass            │
        │   s   Test signals     ✓ succeeded   3.2 s  all 12 signals clear             │
        │   r   Set route        ⊘ locked             needs timetable.succeeded        │
        │   F5  Depart           ⊘ locked             needs route.succeeded and not s… │
        ├─ Output of Load timetable ─────────────────────────────────────── following ─┤
        │   page 3 of 25                                                               │
        │   page 4 of 25                                                               │
        │   page 5 of 25                                                               │
        │   page 6 of 25                                                               │
        │   page 7 of 25                                                               │
        │   page 8 of 25                                                               │
        │   page 9 of 25                                                               │
        │   page 10 of 25                                                              │
        │   page 11 of 25                                                              │
        │   page 12 of 25                                                              │
        │   page 13 of 25                                                              │
        │   page 14 of 25                                                              │
        │   page 15 of 25                                                              │
        │   page 16 of 25                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         Enter press  R restart │ PgUp scroll  / search │ a activities │ ? help  q quit
        """)
  }

  @Test func `an error is a heading of the output and does not move the buttons`() {
    #expect(
      picture(Scene.failing(), 80, 24) == """
        ╭─ Demo network ────────────── ⠹ 3 requests · 2 running · 3 failed · 2 locked ─╮
        │ ⠹ Reading the timetable                 ▕██████████████▋        ▏  64%  12 s │
        │   t   Load timetable   ● running      12 s  ▕████████████████         ▏  64% │
        │   w   Ask for weather  ● running       4 s  Forecast for the pass            │
        │ ▸ s   Test signals     ✗ failed      3.2 s  signal 7 does not answer         │
        │   r   Set route        ⊘ locked             needs timetable.succeeded        │
        │   F5  Depart           ⊘ locked             needs route.succeeded and not s… │
        ├─ ✗ signals: Signal 7 does not answer ─────── 2 more · high · resets in 12 s ─┤
        ├─ Output of Test signals ─────────────────────────────────────────────────────┤
        │ • started 14:03:09                                                           │
        │   signal 5 clear                                                             │
        │   signal 6 clear                                                             │
        │   signal 7: no answer within 3 s                                             │
        │ • exit 1                                                                     │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         Enter press  x dismiss │ z zoom │ a activities  f find │ ? help  q quit
        """)
  }

  @Test func `a busy board in ASCII`() {
    #expect(
      picture(Scene.failing(.ascii), 80, 24) == """
        +- Demo network -------------- - 3 requests - 2 running - 3 failed - 2 locked -+
        | - Reading the timetable                 [##############.........]  64%  12 s |
        |   t   Load timetable   * running      12 s  [################.........]  64% |
        |   w   Ask for weather  * running       4 s  Forecast for the pass            |
        | > s   Test signals     ! failed      3.2 s  signal 7 does not answer         |
        |   r   Set route        # locked             needs timetable.succeeded        |
        |   F5  Depart           # locked             needs route.succeeded and not s~ |
        +- ! signals: Signal 7 does not answer ------- 2 more - high - resets in 12 s -+
        +- Output of Test signals -----------------------------------------------------+
        | * started 14:03:09                                                           |
        |   signal 5 clear                                                             |
        |   signal 6 clear                                                             |
        |   signal 7: no answer within 3 s                                             |
        | * exit 1                                                                     |
        |                                                                              |
        |                                                                              |
        |                                                                              |
        |                                                                              |
        |                                                                              |
        |                                                                              |
        |                                                                              |
        |                                                                              |
        +------------------------------------------------------------------------------+
         Enter press  x dismiss | z zoom | a activities  f find | ? help  q quit
        """)
  }

  @Test func `colours repeat what words and signs show`() {
    let legend: [Style: Character] = [
      .dim: "d", .strong: "S", .key: "K", .running: "r", .failure: "F", .warning: "w",
    ]
    let frame = Dashboard.view(Scene.failing(), size: Size(width: 80, height: 24))
    #expect(
      frame.stylesAndBars(legend: legend) == """
        ddSSSSSSSSSSSSSSdddddddddddddd r           dddrrrrrrrrrdddFFFFFFFFddddddddddd dd
        d rSSSSSSSSSSSSSSSSSSSSSS                 drrrrrrrrrrrrrrrrrrrrrrrd rrrr  dddd d
        d   K                    rrrrrrrrr      dddd  drrrrrrrrrrrrrrrrrrrrrrrrrd rrrr d
        d   K                    rrrrrrrrr       ddd                                   d
        d BBBBBBBBBBBBBBBBBBBBBbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb d
        d   d   ddddddddd        dddddddd             ddddddddddddddddddddddddd        d
        d   dd  dddddd           dddddddd             dddddddddddddddddddddddddddddddd d
        ddFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFddddddd                                dd
        ddSSSSSSSSSSSSSSSSSSSSSSSSdddddddddddddddddddddddddddddddddddddddddddddddddddddd
        d dddddddddddddddddd                                                           d
        d                                                                              d
        d                                                                              d
        d                                                                              d
        d dddddddd                                                                     d
        d                                                                              d
        d                                                                              d
        d                                                                              d
        d                                                                              d
        d                                                                              d
        d                                                                              d
        d                                                                              d
        d                                                                              d
        dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
         KKKKKdddddd  Kdddddddd d Kddddd d Kddddddddddd  Kddddd d Kddddd  Kddddd
        """)
  }

  @Test func `a question is drawn over the board`() {
    #expect(
      picture(Scene.askingToCancel(), 80, 24) == """
        ╭─ Demo network ───────────────────────── ⠹ 3 requests · 2 running · 2 locked ─╮
        │ ⠹ Reading the timetable                 ▕██████████████▋        ▏  64%  12 s │
        │ ▸ t   Load timetable   ● running      12 s  ▕████████████████         ▏  64% │
        │   w   Ask for weather  ● running       4 s  Forecast for the pass            │
        │   s   Test signals     ✓ succeeded   3.2 s  all 12 signals clear             │
        │   r   Set route        ⊘ locked             needs timetable.succeeded        │
        │   F5  Depart           ⊘ locked             needs route.succeeded and not s… │
        ├─ Output of Load timetable ─────────────────────────────────────── following ─┤
        │   page 3 of 25                                                               │
        │   page 4 of 25      ╭─ Cancel Load timetable? ────────╮                      │
        │   page 5 of 25      │ It has been running for 12 s.   │                      │
        │   page 6 of 25      │                                 │                      │
        │   page 7 of 25      │   y Cancel it   ▸ n Let it run  │                      │
        │   page 8 of 25      ╰─────────────────────────────────╯                      │
        │   page 9 of 25                                                               │
        │   page 10 of 25                                                              │
        │   page 11 of 25                                                              │
        │   page 12 of 25                                                              │
        │   page 13 of 25                                                              │
        │   page 14 of 25                                                              │
        │   page 15 of 25                                                              │
        │   page 16 of 25                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         Enter answer  Esc close
        """)
  }

  @Test func `help is drawn over the board`() {
    #expect(
      picture(Scene.help(), 80, 24) == """
        ╭─ D╭─ Keys ──────────────────────────────────────────────────────────────╮ed ─╮
        │ ⠹ │ First of all                                                        │2 s │
        │ ▸ │ ▸ Enter Space    Press the chosen action; cancel it if it runs      │64% │
        │   │   w              Show what the chosen action is and needs           │    │
        │   │   f              List only what a text, #tag or :failed finds       │    │
        │   │   Tab Shift-Tab  Give the focus to the output, or back              │    │
        │   │   /              Search the output: a text, or /regular expression/ │ s… │
        ├─ O│   R              Restart the chosen action: cancel, wait, start     │ng ─┤
        │   │   Del            Cancel the chosen action, after a question         │    │
        │   │   Ctrl-R         Show the last runs of the chosen action            │    │
        │   │   e              Choose among the errors; Enter shows the action    │    │
        │   │   q Ctrl-C       Quit; asks first while something runs              │    │
        │   │ Actions                                                             │    │
        │   │   Down j         Choose the next action                             │    │
        │   │   Up k           Choose the previous action                         │    │
        │   │   Left h         Fold the group, or choose the previous action      │    │
        │   │   Right l        Unfold the group, or choose the next action        │    │
        │   │   A              Start, restart or cancel all that is found         │    │
        │   │   Ctrl-A         Start all services of the group, in order          │    │
        │   │   H              Fold all groups, or unfold them                    │    │
        │   │   Ctrl-P         Pick an input for an action with several           │    │
        │   │ ↓ 52 more                                                           │    │
        ╰───╰─────────────────────────────────────────────────────────────────────╯────╯
         Enter do it  a-z find  Esc close
        """)
  }

  @Test func `a wide board has the output at the right, over the full height`() {
    #expect(
      picture(Scene.failing(), 120, 40) == """
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
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        ╰─────────────────────────────────────────────────────────────────┴────────────────────────────────────────────────────╯
         Enter press  x dismiss  w why  Ctrl-R runs │ z zoom │ a activities  f find  : commands  e errors │ ? help  q quit
        """)
  }

  @Test func `a picture that is too small shows the size it needs`() {
    #expect(picture(Scene.failing(), 10, 2) == "needs 20×5\n")
    #expect(picture(Scene.failing(.ascii), 19, 30).hasPrefix("needs 20x5\n\n"))
    #expect(picture(Scene.failing(), 80, 4) == "needs 20×5\n\n\n")
    #expect(picture(Scene.failing(), 3, 1) == "nee")
    #expect(picture(Scene.failing(), 0, 0) == "")
  }

  @Test func `every size has a picture of that size`() {
    var wide = Scene.failing()
    wide.title = "信号所 Signal box of the pass 信号所"
    wide.buttons = (1...40).map { .init(id: "\($0)", title: "信号 \($0)", key: .function($0)) }
    wide.focus = 33
    wide.message = "信号 33: needs 信号 32.succeeded"
    for state in [Scene.idle(), Scene.askingToCancel(), Scene.help(.ascii), wide] {
      for size in [(20, 5), (21, 6), (31, 7), (47, 9), (59, 15), (60, 16), (61, 17), (99, 33), (300, 100)] {
        let frame = Dashboard.view(state, size: Size(width: size.0, height: size.1))
        #expect(frame.size == Size(width: size.0, height: size.1))
        #expect((0..<size.1).allSatisfy { y in frame.row(y).reduce(0) { $0 + $1.width } == size.0 })
      }
    }
  }

  @Test func `a frame of the spinner changes two rows`() {
    var later = Scene.running()
    later.spinnerFrame += 1
    let size = Size(width: 80, height: 24)
    let rows = Dashboard.view(later, size: size).changedRows(
      since: Dashboard.view(Scene.running(), size: size))
    #expect(rows == [0, 1])
  }
}
