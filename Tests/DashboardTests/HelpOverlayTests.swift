import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct HelpOverlayTests {
  private func picture(_ state: Dashboard.State, focus: Int = 1, _ width: Int, _ height: Int) -> Frame {
    var frame = Frame(size: Size(width: width, height: height))
    HelpOverlay(state, .init(focus: focus)).render(into: &frame, area: frame.area)
    return frame
  }

  private func rows(_ state: Dashboard.State, focus: Int = 1, _ width: Int, _ height: Int = 80) -> [Substring]
  {
    picture(state, focus: focus, width, height).text.split(separator: "\n")
  }

  @Test func `every binding and every button has a row`() {
    let text = rows(Scene.running(), 100).joined(separator: "\n")
    for binding in Dashboard.KeyMap.standard.bindings {
      #expect(text.contains(binding.description))
      for key in binding.keys { #expect(text.contains(key.name)) }
    }
    for button in Scene.running().buttons { #expect(text.contains("  \(button.title)")) }
  }

  @Test func `commands are grouped by topic, and buttons come last with the reason why they are locked`() {
    #expect(
      picture(Scene.failing(), 80, 40).text == """
            ╭─ Keys ──────────────────────────────────────────────────────────────╮
            │ First of all                                                        │
            │ ▸ Enter Space    Press the chosen action; cancel it if it runs      │
            │   w              Show what the chosen action is and needs           │
            │   f              List only what a text, #tag or :failed finds       │
            │   Tab Shift-Tab  Give the focus to the output, or back              │
            │   /              Search the output: a text, or /regular expression/ │
            │   R              Restart the chosen action: cancel, wait, start     │
            │   Del            Cancel the chosen action, after a question         │
            │   Ctrl-R         Show the last runs of the chosen action            │
            │   e              Choose among the errors; Enter shows the action    │
            │   q Ctrl-C       Quit; asks first while something runs              │
            │ Actions                                                             │
            │   Down j         Choose the next action                             │
            │   Up k           Choose the previous action                         │
            │   Left h         Fold the group, or choose the previous action      │
            │   Right l        Unfold the group, or choose the next action        │
            │   A              Start, restart or cancel all that is found         │
            │   Ctrl-A         Start all services of the group, in order          │
            │   H              Fold all groups, or unfold them                    │
            │   Ctrl-P         Pick an input for an action with several           │
            │   i              Answer what the chosen action asks                 │
            │   Ctrl-G         Answer an agent, or choose what asks next          │
            │   a              Choose among what runs; Enter shows its output     │
            │   W              Let changed files start what is watched, or not    │
            │   x              Dismiss the error                                  │
            │   X              Dismiss all errors                                 │
            │   Ctrl-D         Choose an action half a page further down          │
            │   Ctrl-U         Choose an action half a page further up            │
            │   g              Choose the first action                            │
            │   G              Choose the last action                             │
            │ Output                                                              │
            │   PgUp           Scroll the output back                             │
            │   PgDn           Scroll the output forward                          │
            │   Ctrl-Y         Scroll the output back by a line                   │
            │   Ctrl-E         Scroll the output forward by a line                │
            │   Home           Show the start of the output                       │
            │   End            Follow the end of the output                       │
            │ ↓ 35 more                                                           │
            ╰─────────────────────────────────────────────────────────────────────╯
        """)
  }

  @Test func `commands without an effect are dimmed, and the chosen row is highlighted`() {
    let legend: [Style: Character] = [
      .dim: "d", .accent: "a", .strong: "S", .key: "K",
    ]
    #expect(
      picture(Scene.idle(.ascii), focus: 3, 46, 12).stylesAndBars(legend: legend) == """
        aaSSSSSSaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        a SSSSSSSSSSSS                               a
        a   KKKKKKK                                  a
        a   KKKKKKK                                  a
        a BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB a
        a   KKKKKKK                                  a
        a   ddddddddddddd                            a
        a   KKKKKKK                                  a
        a   ddddddddddddd                            a
        a   KKKKKKK                                  a
        a ddddddddd                                  a
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        """)
  }

  @Test func `with less room each command has one key, then one word`() {
    #expect(
      rows(Scene.idle(), 68)[2].contains(
        "│ ▸ Enter   Press the chosen action; cancel it if it runs"))
    #expect(rows(Scene.idle(), 34)[2].contains("│ ▸ Enter  press"))
  }

  @Test func `a low help shows how many rows are hidden and keeps the chosen row in view`() {
    #expect(
      picture(Scene.running(.ascii), focus: 14, 30, 8).text == """
        +- Keys ---------------------+
        | ^ 11 more                  |
        | Actions                    |
        |   j      next              |
        |   k      previous          |
        | > h      fold              |
        | v 57 more                  |
        +----------------------------+
        """)
  }

  @Test func `the keys that matter most come first`() {
    let rows = rows(Scene.running(), 80, 20)
    #expect(rows[1].contains("First of all"))
    #expect(rows[2].contains("Press the chosen action"))
    #expect(HelpRow.all(Scene.running()).prefix { $0 != .heading("Actions") }.count == 11)
  }

  @Test func `where there is room beside it, a high help has two columns`() throws {
    let state = Scene.running()
    let area = Rect(x: 0, y: 0, width: 200, height: 50)
    let overlay = HelpOverlay(state, .init(focus: 40))
    var frame = Frame(size: area.size)
    overlay.render(into: &frame, area: area)
    for row in HelpRow.all(state) {
      if case .command(let binding, _) = row {
        #expect(frame.text.contains(binding.description), "\(binding.command)")
      }
    }
    // A click finds the row that is drawn there, in both columns.
    let outline = overlay.outline(in: area)
    var found: Set<AnyHashable> = []
    for y in outline.rows {
      for x in [outline.x + 3, outline.x + outline.width - 5] {
        if let id = overlay.row(at: Point(x: x, y: y), in: area) { found.insert(id) }
      }
    }
    #expect(found.count == HelpRow.all(state).count)
    let narrow = HelpOverlay(state, .init(focus: 40)).outline(in: Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(narrow.height == 50)
  }

  @Test func `a long title of a button is truncated`() {
    var state = Scene.idle()
    state.buttons[4].reason = String(repeating: "needs 信号 ", count: 30)
    let widths = rows(state, 120).map { TextWidth.of($0.trimmingPrefix(while: \.isWhitespace).description) }
    #expect((1...120).contains(widths.max() ?? 0))
    #expect((1...20).contains(rows(state, 20, 8).map { TextWidth.of(String($0)) }.max() ?? 0))
  }

  @Test func `a command without a key is listed as such`() {
    var state = Scene.idle(.ascii)
    state.keys = .standard.rebinding([
      .press: [.function(2)], .next: [.character("j"), .down], .previous: [],
    ])
    #expect(
      picture(state, 20, 8).text == """
        +- Keys -----------+
        | First of all     |
        | > F2     press   |
        |   w      why     |
        |   f      find    |
        |   Tab    output  |
        | v 67 more        |
        +------------------+
        """)
  }
}
