import Board
import Boundary
import LoopbackBox
import SignalboxCore
import TerminalUI
import Testing

@testable import Dashboard

/// While only a spinner moves, the state is not read for each frame.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct StandstillTests {
  private let board = "  build: { key: b, title: Build, simulate: { duration: 100s } }"

  @Test func `a spinner turns without a reading until a displayed time changes`() throws {
    let panel = try VirtualPanel(board)
    panel.press("b")
    var durations: [Duration?] = []
    let frame = panel.state.spinnerFrame
    panel.model.onChange = { durations.append(panel.button("build")?.duration) }
    panel.advance(by: .milliseconds(2_150))
    #expect(panel.state.spinnerFrame == frame + 26)
    #expect(durations.count >= 26)
    // The network indicator changes in between. Every other reading is the first one after a whole second.
    #expect(Set(durations).count <= 4)
    #expect(panel.button("build")?.duration?.wholeSeconds == "2 s")
  }

  @Test func `the picture is the same as if each frame were read`() throws {
    let actions = board + "\n  test: { key: t, title: Test, simulate: { duration: 2s, steps: 3 } }"
    let panel = try VirtualPanel(actions)
    let other = try VirtualPanel(actions)
    other.model.whenToRead = { _ in other.readEverything() }
    for step in 0..<60 {
      for panel in [panel, other] {
        if step == 0 { panel.press("b") }
        if step == 7 { panel.press("t") }
        panel.advance(by: .milliseconds(70))
      }
      #expect(panel.picture == other.picture)
    }
  }

  @Test func `a displayed time changes at its next second`() {
    var state = Dashboard.State(title: "")
    #expect(state.timeUntilChange == nil)
    state.longestRun = .milliseconds(12_300)
    #expect(state.timeUntilChange == .milliseconds(700))
    var button = Dashboard.Button(id: "build", title: "Build")
    button.duration = .milliseconds(900)
    state.buttons = [button]
    #expect(state.timeUntilChange == .milliseconds(700))
    state.buttons[0].phase = .running
    #expect(state.timeUntilChange == .milliseconds(100))
    state.longestRun = .seconds(3)
    state.buttons = []
    #expect(state.timeUntilChange == .seconds(1))
  }

  @Test func `a grace period counts down in whole seconds`() {
    var state = Dashboard.State(title: "")
    var button = Dashboard.Button(id: "server", title: "Server")
    button.isStopping = true
    button.countdown = .milliseconds(7_300)
    state.buttons = [button]
    #expect(Dashboard.view(state, size: Size(width: 80, height: 10)).text.contains("8 s left"))
    // Then 7 s are left, and a little less.
    #expect(state.timeUntilChange == .milliseconds(301))
    state.buttons[0].countdown = .milliseconds(6_999)
    #expect(Dashboard.view(state, size: Size(width: 80, height: 10)).text.contains("7 s left"))
    state.buttons[0].countdown = .zero
    #expect(state.timeUntilChange == nil)
  }

  @Test func `a countdown is read in each frame`() {
    var state = Dashboard.State(title: "")
    state.longestRun = .milliseconds(300)
    state.error = Dashboard.ErrorBanner(
      message: "lost", source: "Build", priority: .normal, moreCount: 0, since: "14:00:00",
      reset: Dashboard.Countdown(remaining: .seconds(3), total: .seconds(4)))
    #expect(state.timeUntilChange == .zero)
  }
}
