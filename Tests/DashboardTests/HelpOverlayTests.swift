import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct HelpOverlayTests {
  private func picture(_ state: Dashboard.State, focus: Int = 1, _ width: Int, _ height: Int) -> Frame {
    var frame = Frame(size: Size(width: width, height: height))
    HelpOverlay(state, .init(focus: focus)).render(into: &frame, area: frame.area)
    return frame
  }

  private func rows(_ state: Dashboard.State, focus: Int = 1, _ width: Int, _ height: Int = 64) -> [Substring]
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
            │ Actions                                                             │
            │ ▸ Enter Space    Press the chosen action; cancel it if it runs      │
            │   Down j         Choose the next action                             │
            │   Up k           Choose the previous action                         │
            │   Tab Shift-Tab  Give the focus to the output, or back              │
            │   Left h         Fold the group, or choose the previous action      │
            │   Right l        Unfold the group, or choose the next action        │
            │   f              Find an action by title, group, tag, :failed       │
            │   Ctrl-P         Pick an input for an action with several           │
            │   i              Answer what the chosen action asks                 │
            │   Del            Cancel the chosen action, after a question         │
            │   R              Restart the chosen action: cancel, wait, start     │
            │   a              Choose among what runs; Enter shows its output     │
            │   e              Choose among the errors; Enter shows the action    │
            │   w              Show what the chosen action is and needs           │
            │   x              Dismiss the error                                  │
            │   X              Dismiss all errors                                 │
            │   Ctrl-D         Choose an action half a page further down          │
            │   Ctrl-U         Choose an action half a page further up            │
            │   g              Choose the first action                            │
            │   G              Choose the last action                             │
            │   Ctrl-G         Answer what an agent asks                          │
            │   Ctrl-R         Show the last runs of the chosen action            │
            │ Output                                                              │
            │   PgUp           Scroll the output back                             │
            │   PgDn           Scroll the output forward                          │
            │   Ctrl-Y         Scroll the output back by a line                   │
            │   Ctrl-E         Scroll the output forward by a line                │
            │   Home           Show the start of the output                       │
            │   End            Follow the end of the output                       │
            │   Ctrl-O         Show where the previous run began                  │
            │   Ctrl-N         Show where the next run began                      │
            │   /              Search the output: a text, or /regular expression/ │
            │   n              Show the next match                                │
            │   N              Show the previous match                            │
            │   F              Search the outputs of all actions                  │
            │   Ctrl-F         Show only lines with a text                        │
            │ ↓ 24 more                                                           │
            ╰─────────────────────────────────────────────────────────────────────╯
        """)
  }

  @Test func `commands without an effect are dimmed, and the chosen row is highlighted`() {
    let legend: [Style: Character] = [
      .dim: "d", .accent: "a", .strong: "S", .plain.inBar: "b", .strong.inBar: "B", .key: "K",
    ]
    #expect(
      picture(Scene.idle(.ascii), focus: 3, 46, 12).styles(legend: legend) == """
        aaSSSSSSaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        a SSSSSSS                                    a
        a   KKKKKKK                                  a
        a   KKKKKKK                                  a
        a BBBBBBBBBBBBBBBBBbbbbbbbbbbbbbbbbbbbbbbbbb a
        a   KKKKKKK                                  a
        a   KKKKKKK                                  a
        a   KKKKKKK                                  a
        a   KKKKKKK                                  a
        a   ddddddddddd                              a
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
        |   R      restart           |
        |   a      activities        |
        |   e      errors            |
        | > w      why               |
        | v 46 more                  |
        +----------------------------+
        """)
  }

  @Test func `a long title of a button is truncated`() {
    var state = Scene.idle()
    state.buttons[4].reason = String(repeating: "needs 信号 ", count: 30)
    let widths = rows(state, 120).map { TextWidth.of($0.trimmingPrefix(while: \.isWhitespace).description) }
    #expect((1...80).contains(widths.max() ?? 0))
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
        | Actions          |
        | > F2     press   |
        |   j      next    |
        |   no key previo~ |
        |   Tab    output  |
        | v 56 more        |
        +------------------+
        """)
  }
}
