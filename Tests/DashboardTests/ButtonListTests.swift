import Boundary
import TerminalUI
import Testing

@testable import Dashboard

/// The list with its focus.
private struct WholeList: Widget {
  var state: Dashboard.State

  func render(into frame: inout Frame, area: Rect) {
    let list = ButtonList(state, size: area.size)
    list.render(into: &frame, area: area)
    list.renderFocus(on: state.focus, hasBar: !state.outputHasFocus, into: &frame, area: area)
  }
}

@Suite(.timeLimit(.minutes(15))) struct ButtonListTests {
  private func list(_ count: Int, focus: Int, scroll: Int = 0) -> WholeList {
    var state = Dashboard.State(title: "", glyphs: .unicode)
    state.buttons = (0..<count).map { .init(id: "\($0)", title: "信号 \($0)", key: .function($0 + 1)) }
    state.focus = focus
    state.scroll = scroll
    return WholeList(state: state)
  }

  @Test func `buttons are in columns`() {
    #expect(
      picture(of: list(2, focus: 1), 30, 3).text == """
          F1 信号 0 ○
        ▸ F2 信号 1 ○

        """)
  }

  @Test func `the list scrolls to the focus and shows how many rows are hidden`() {
    #expect(
      picture(of: list(12, focus: 8), 40, 5).text == """
        ↑ 6 more
          F7   信号 6   ○ idle
          F8   信号 7   ○ idle
        ▸ F9   信号 8   ○ idle
        ↓ 3 more
        """)
  }

  @Test func `a board without actions shows a message`() {
    #expect(picture(of: list(0, focus: 0), 40, 2).text == "This board has no actions\n")
  }

  @Test(arguments: [(20, 1, 0), (31, 1, 0), (32, 11, 0), (47, 11, 0), (48, 11, 6), (300, 11, 6)])
  func `narrow lists omit words, then durations`(width: Int, state: Int, duration: Int) {
    let columns = ButtonColumns(.init([.init(id: "a", title: "A")]), width: width)
    #expect(columns.state == state)
    #expect(columns.duration == duration)
  }

  @Test func `a long duration is not truncated, and all durations are aligned`() {
    var state = Dashboard.State(title: "")
    state.buttons = [Duration.seconds(4), .seconds(724), .seconds(3_900)].map { duration in
      var button = Dashboard.Button(id: "\(duration)", title: "Build", key: .character("b"))
      button.phase = .succeeded
      button.duration = duration
      button.words = "done"
      return button
    }
    #expect(
      picture(of: WholeList(state: state), 48, 3).text == """
        ▸ b  Build  ✓ succeeded    4.0 s  done
          b  Build  ✓ succeeded  12m 04s  done
          b  Build  ✓ succeeded   1h 05m  done
        """)
  }

  @Test func `the title column fits the widest title if there is room`() {
    let buttons = [Dashboard.Button(id: "a", title: "A rather long title of an action", key: .character("a"))]
    #expect(ButtonColumns(.init(buttons), width: 80).title == 32)
    #expect(ButtonColumns(.init(buttons), width: 40).title == 14)
    #expect(ButtonColumns(.init(buttons), width: 20).title == 9)
    #expect(ButtonColumns(.init(buttons), width: 5).title == 0)
  }

  @Test func `the chosen row is a bar unless the output has the focus`() {
    var list = list(2, focus: 1)
    let legend: [Style: Character] = [
      .strong: "S", .dim: "d", .key: "K",
    ]
    let withBar = picture(of: list, 30, 2).stylesAndBars(legend: legend).split(separator: "\n")
    #expect(withBar[1].count == 30 && withBar[1].allSatisfy { "bB".contains($0) })
    #expect(!withBar[0].contains { "bB".contains($0) })
    list.state.mode.part = .output
    let rows = picture(of: list, 30, 2).stylesAndBars(legend: legend).split(separator: "\n")
    #expect(rows[1].hasPrefix("d KK SSSSSS"))
  }

  @Test func `a folded group that is chosen is a bar, and an open one stands at the left of its buttons`() {
    var list = list(3, focus: 1)
    for index in 1...2 { list.state.buttons[index].changeLabel { $0.group = "Database" } }
    #expect(
      picture(of: list, 40, 5).text == """
          F1  信号 0  ○ idle
        ▾ Database
        ▸ F2  信号 1  ○ idle
          F3  信号 2  ○ idle

        """)
    list.state.foldedGroups = ["Database"]
    let folded = picture(of: list, 40, 2)
    #expect(folded.text == "  F1  信号 0  ○ idle\n▸ Database  2 actions")
    let bar = folded.stylesAndBars(legend: [:]).split(separator: "\n")[1]
    #expect(bar.count == 40 && bar.allSatisfy { "bB".contains($0) })
  }
}
