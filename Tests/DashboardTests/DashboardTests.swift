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
        ╭─ Demo network ───────────────────────────────────────────────────────────────╮
        │ ○ Nothing is running                                                         │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ├─ Actions ────────────────────────────────────────────────────────────────────┤
        │ ▸ t   Load timetable   ○ idle                                                │
        │   w   Ask for weather  ○ idle                                                │
        │   s   Test signals     ○ idle                                                │
        │   r   Set route        ⊘ locked     needs timetable.succeeded                │
        │   F5  Depart           ⊘ locked     needs route.succeeded and not signals.f… │
        ├─ Output of Load timetable ───────────────────────────────────────────────────┤
        │ No output yet                                                                │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         ? help  q quit  Enter press  Tab next
        """)
  }

  @Test func `a busy board shows all progress`() {
    #expect(
      picture(Scene.running(), 80, 24) == """
        ╭─ Demo network ───────────────────────────── ⠹ 3 requests · longest run 12 s ─╮
        │ ⠹ Reading the timetable                       ▕██████████████▋        ▏  64% │
        │   timetable  Reading the timetable                       64%  since 14:03:07 │
        │   weather    Forecast for the pass                            since 14:03:15 │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ├─ Actions ────────────────────────────────────────────────────────────────────┤
        │ ▸ t   Load timetable   ● running      12 s  ▕████████████████         ▏  64% │
        │   w   Ask for weather  ● running       4 s  Forecast for the pass            │
        │   s   Test signals     ✓ succeeded   3.2 s  all 12 signals clear             │
        │   r   Set route        ⊘ locked     needs timetable.succeeded                │
        │   F5  Depart           ⊘ locked     needs route.succeeded and not signals.f… │
        ├─ Output of Load timetable ─────────────────────────────────────── following ─┤
        │   page 9 of 25                                                               │
        │   page 10 of 25                                                              │
        │   page 11 of 25                                                              │
        │   page 12 of 25                                                              │
        │   page 13 of 25                                                              │
        │   page 14 of 25                                                              │
        │   page 15 of 25                                                              │
        │   page 16 of 25                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         ? help  q quit  Enter press  Tab next  PgUp scroll  / search  R restart
        """)
  }

  @Test func `an error takes its rows from the activities and does not move the buttons`() {
    #expect(
      picture(Scene.failing(), 80, 24) == """
        ╭─ Demo network ───────────────────────────── ⠹ 3 requests · longest run 12 s ─╮
        │ ⠹ Reading the timetable                       ▕██████████████▋        ▏  64% │
        │   timetable  Reading the timetable                       64%  since 14:03:07 │
        │   weather    Forecast for the pass                            since 14:03:15 │
        │                                                                              │
        │ ▌ ✗ Signal 7 does not answer                                          2 more │
        │ ▌   signals · high priority · since 14:03:12         resets in 12 s ▕██▍   ▏ │
        ├─ Actions ────────────────────────────────────────────────────────────────────┤
        │   t   Load timetable   ● running      12 s  ▕████████████████         ▏  64% │
        │   w   Ask for weather  ● running       4 s  Forecast for the pass            │
        │ ▸ s   Test signals     ✗ failed      3.2 s  signal 7 does not answer         │
        │   r   Set route        ⊘ locked     needs timetable.succeeded                │
        │   F5  Depart           ⊘ locked     needs route.succeeded and not signals.f… │
        ├─ Output of Test signals ─────────────────────────────────────────────────────┤
        │ • started 14:03:09                                                           │
        │   signal 5 clear                                                             │
        │   signal 6 clear                                                             │
        │   signal 7: no answer within 3 s                                             │
        │ • exit 1                                                                     │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         ? help  q quit  Enter press  Tab next  x dismiss
        """)
  }

  @Test func `a busy board in ASCII`() {
    #expect(
      picture(Scene.failing(.ascii), 80, 24) == """
        +- Demo network ----------------------------- - 3 requests - longest run 12 s -+
        | - Reading the timetable                       [##############.........]  64% |
        |   timetable  Reading the timetable                       64%  since 14:03:07 |
        |   weather    Forecast for the pass                            since 14:03:15 |
        |                                                                              |
        | | ! Signal 7 does not answer                                          2 more |
        | |   signals - high priority - since 14:03:12         resets in 12 s [##....] |
        +- Actions --------------------------------------------------------------------+
        |   t   Load timetable   * running      12 s  [################.........]  64% |
        |   w   Ask for weather  * running       4 s  Forecast for the pass            |
        | > s   Test signals     ! failed      3.2 s  signal 7 does not answer         |
        |   r   Set route        # locked     needs timetable.succeeded                |
        |   F5  Depart           # locked     needs route.succeeded and not signals.f~ |
        +- Output of Test signals -----------------------------------------------------+
        | * started 14:03:09                                                           |
        |   signal 5 clear                                                             |
        |   signal 6 clear                                                             |
        |   signal 7: no answer within 3 s                                             |
        | * exit 1                                                                     |
        |                                                                              |
        |                                                                              |
        |                                                                              |
        +------------------------------------------------------------------------------+
         ? help  q quit  Enter press  Tab next  x dismiss
        """)
  }

  @Test func `colours repeat what words and signs show`() {
    let legend: [Style: Character] = [
      .dim: "d", .strong: "S", .key: "K", .running: "r", .failure: "F", .warning: "w",
    ]
    let frame = Dashboard.view(Scene.failing(), size: Size(width: 80, height: 24))
    #expect(
      frame.styles(legend: legend) == """
        ddSSSSSSSSSSSSSSddddddddddddddddddddddddddddd r           ddd                 dd
        d rSSSSSSSSSSSSSSSSSSSSSS                       drrrrrrrrrrrrrrrrrrrrrrrd rrrr d
        d              ddddddddddddddddddddd                      rrrr  dddddddddddddd d
        d              ddddddddddddddddddddd                            dddddddddddddd d
        d                                                                              d
        d F FFFFFFFFFFFFFFFFFFFFFFFFFF                                          SSSSSS d
        d F          ddddddddddddddddddddddddddddddddd         dddddddddddddd dFFFFFFd d
        ddSSSSSSSSSddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
        d   K                    rrrrrrrrr      dddd  drrrrrrrrrrrrrrrrrrrrrrrrrd rrrr d
        d   K                    rrrrrrrrr       ddd                                   d
        d K K   SSSSSSSSSSSS     FFFFFFFF      ddddd                                   d
        d   d   ddddddddd        dddddddd     ddddddddddddddddddddddddd                d
        d   dd  dddddd           dddddddd     dddddddddddddddddddddddddddddddddddddddd d
        ddSSSSSSSSSSSSSSSSSSSSSSSSdddddddddddddddddddddddddddddddddddddddddddddddddddddd
        d dddddddddddddddddd                                                           d
        d                                                                              d
        d                                                                              d
        d                                                                              d
        d dddddddd                                                                     d
        d                                                                              d
        d                                                                              d
        d                                                                              d
        dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
         Kddddd  Kddddd  KKKKKdddddd  KKKddddd  Kdddddddd
        """)
  }

  @Test func `a question is drawn over the board`() {
    #expect(
      picture(Scene.askingToCancel(), 80, 24) == """
        ╭─ Demo network ───────────────────────────── ⠹ 3 requests · longest run 12 s ─╮
        │ ⠹ Reading the timetable                       ▕██████████████▋        ▏  64% │
        │   timetable  Reading the timetable                       64%  since 14:03:07 │
        │   weather    Forecast for the pass                            since 14:03:15 │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ├─ Actions ────────────────────────────────────────────────────────────────────┤
        │ ▸ t   Load timetable   ● running      12 s  ▕████████████████         ▏  64% │
        │   w   Ask for weathe╭─ Cancel Load timetable? ────────╮r the pass            │
        │   s   Test signals  │ It has been running for 12 s.   │als clear             │
        │   r   Set route     │                                 │ceeded                │
        │   F5  Depart        │   y Cancel it   ▸ n Let it run  │ed and not signals.f… │
        ├─ Output of Load time╰─────────────────────────────────╯────────── following ─┤
        │   page 9 of 25                                                               │
        │   page 10 of 25                                                              │
        │   page 11 of 25                                                              │
        │   page 12 of 25                                                              │
        │   page 13 of 25                                                              │
        │   page 14 of 25                                                              │
        │   page 15 of 25                                                              │
        │   page 16 of 25                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         Enter answer  Tab next  Esc close
        """)
  }

  @Test func `help is drawn over the board`() {
    #expect(
      picture(Scene.help(), 80, 24) == """
        ╭─╭─ Keys ──────────────────────────────────────────────────────────────────╮ ─╮
        │ │ Actions                                                                 │% │
        │ │ ▸ Enter Space        Press the chosen action; cancel it if it runs      │7 │
        │ │   Tab Down Right     Choose the next action                             │5 │
        │ │   Shift-Tab Up Left  Choose the previous action                         │  │
        │ │   Ctrl-P             Pick an input for an action with several           │  │
        │ │   Del                Cancel the chosen action, after a question         │  │
        ├─│   R                  Restart the chosen action: cancel, wait, start     │──┤
        │ │   a                  Choose among what runs; Enter shows its output     │% │
        │ │   x                  Dismiss the error                                  │  │
        │ │   Ctrl-R             Show the last runs of the chosen action            │  │
        │ │ Output                                                                  │  │
        │ │   PgUp               Scroll the output back                             │… │
        ├─│   PgDn               Scroll the output forward                          │ ─┤
        │ │   Ctrl-Y             Scroll the output back by a line                   │  │
        │ │   Ctrl-E             Scroll the output forward by a line                │  │
        │ │   g Home             Show the start of the output                       │  │
        │ │   G End              Follow the end of the output                       │  │
        │ │   Ctrl-O             Show where the previous run began                  │  │
        │ │   Ctrl-N             Show where the next run began                      │  │
        │ │   /                  Search the output; small letters find capitals too │  │
        │ │ ↓ 21 more                                                               │  │
        ╰─╰─────────────────────────────────────────────────────────────────────────╯──╯
         Enter do it  Tab next  Esc close  q quit
        """)
  }

  @Test func `a wide board has the output at the right, over the full height`() {
    #expect(
      picture(Scene.failing(), 120, 40) == """
        ╭─ Demo network ─────────────── ⠹ 3 requests · longest run 12 s ──┬─ Output of Test signals ───────────────────────────╮
        │ ⠹ Reading the timetable               ▕███████████▌      ▏  64% │ • started 14:03:09                                 │
        │   timetable  Reading the timetable          64%  since 14:03:07 │   signal 5 clear                                   │
        │   weather    Forecast for the pass               since 14:03:15 │   signal 6 clear                                   │
        │                                                                 │   signal 7: no answer within 3 s                   │
        │                                                                 │ • exit 1                                           │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │                                                                 │                                                    │
        │ ▌ ✗ Signal 7 does not answer                             2 more │                                                    │
        │ ▌   signals · high priority · since 14:03:12     resets in 12 s │                                                    │
        ├─ Actions ───────────────────────────────────────────────────────┤                                                    │
        │   t   Load timetable   ● running      12 s  ▕███████▋    ▏  64% │                                                    │
        │   w   Ask for weather  ● running       4 s  Forecast for the p… │                                                    │
        │ ▸ s   Test signals     ✗ failed      3.2 s  signal 7 does not … │                                                    │
        │   r   Set route        ⊘ locked     needs timetable.succeeded   │                                                    │
        │   F5  Depart           ⊘ locked     needs route.succeeded and … │                                                    │
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
         ? help  q quit  Enter press  Tab next  x dismiss
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
