import SignalboxCore
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ErrorsOverlayTests {
  private var state: Dashboard.State {
    var state = Dashboard.State(title: "")
    state.errors = [
      .init(message: "no", source: "Alpha", priority: .high, since: "14:00:01"),
      .init(
        message: "never", source: "Beta", since: "14:00:02",
        reset: .init(remaining: .seconds(9), total: .seconds(30))),
    ]
    return state
  }

  @Test func `a row says priority, since when and the time left`() {
    let text = picture(of: ErrorsOverlay(state, focus: 0), 80, 4).text
    #expect(text.contains("high · since 14:00:01"))
    #expect(text.contains("since 14:00:02 · resets in 9 s"))
  }

  @Test func `the message is more important than since when, and the time left is kept`() {
    var state = state
    state.errors[0].message = "no answer after a long time"
    state.errors[1].message = "the server hung up"
    let wide = picture(of: ErrorsOverlay(state, focus: 0), 80, 4).text
    #expect(wide.contains("▸ ✗ Alpha: no answer after a long time"))
    #expect(wide.contains("since 14:00:02 · resets in 9 s │"))
    let text = picture(of: ErrorsOverlay(state, focus: 0), 40, 4).text
    #expect(text.contains("▸ ✗ Alpha: no answer after a …  high │"))
    #expect(text.contains(" 9 s │"))
    #expect(!text.contains("since"))
  }

  @Test func `a chosen row is a bar`() {
    let rows = picture(of: ErrorsOverlay(state, focus: 1), 40, 4).stylesAndBars(
      legend: [:]
    ).split(separator: "\n")
    let bar = rows[2].dropFirst(2).dropLast(2)
    #expect(!bar.isEmpty && bar.allSatisfy { "bB".contains($0) })
    #expect(!rows[1].contains("b"))
  }

  @Test func `the time left moves while the list is open, also that of another error than the first`() {
    var state = state
    #expect(!state.isAnimated)
    state.overlay = Dashboard.ErrorList(chosen: 0)
    #expect(state.isAnimated)
    state.errors.removeLast()
    #expect(!state.isAnimated)
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 3), (20, 4)])
  func `any area is supported`(width: Int, height: Int) {
    _ = picture(of: ErrorsOverlay(state, focus: 0), width, height)
  }
}
