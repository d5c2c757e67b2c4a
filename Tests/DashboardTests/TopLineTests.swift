import Boundary
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct TopLineTests {
  private func line(_ width: Int, requests: Int? = nil, isBusy: Bool = false, isReadOnly: Bool = false)
    -> String
  {
    var state = isBusy ? Scene.failing() : Dashboard.State(title: "")
    state.title = "Demo network"
    state.isReadOnly = isReadOnly
    state.spinnerFrame = 0
    state.network = .init(isVisible: requests != nil, requests: requests ?? 0)
    return picture(of: TopLine(state, isFramed: false), width).text
  }

  @Test func `an idle board has only its title`() {
    #expect(line(60) == "Demo network")
  }

  @Test func `requests are counted while the network indicator is visible`() {
    #expect(line(60, requests: 1) == "Demo network                                     ⠋ 1 request")
    #expect(line(60, requests: 3) == "Demo network                                    ⠋ 3 requests")
  }

  @Test func `the actions that run, have failed and are locked are counted`() {
    #expect(
      line(70, isBusy: true) == "Demo network                           2 running · 3 failed · 2 locked")
  }

  @Test func `the header counts what the banner counts`() {
    var state = Scene.failing()
    #expect(picture(of: TopLine(state, isFramed: false), 80).text.contains("3 failed"))
    state.error = nil
    #expect(picture(of: TopLine(state, isFramed: false), 80).text.contains("1 failed"))
    state.buttons[2].isEnabled = false
    #expect(picture(of: TopLine(state, isFramed: false), 80).text.contains("1 failed"))
  }

  @Test func `what asks comes first, and what is ready is counted`() {
    var state = Scene.running()
    state.network = .init()
    (state.buttons[0].question, state.buttons[1].phase) = ("Password:", .ready)
    let frame = picture(of: TopLine(state, isFramed: false), 80)
    #expect(frame.text.hasSuffix("1 asks · 1 ready · 2 locked"))
    #expect(frame.styles(legend: [.question: "q"]).contains("qqqqqq"))
  }

  @Test func `a read-only panel is marked at any width`() {
    #expect(line(60, isReadOnly: true) == "Demo network                                       read-only")
    #expect(line(30, requests: 3, isReadOnly: true) == "Demo network   read-only · ⠋ 3")
    #expect(line(20, requests: 3, isBusy: true, isReadOnly: true) == "read-only · ⠋ 3 · ●…")
  }

  @Test func `a narrow line uses fewer words and truncates the title first`() {
    #expect(line(40, requests: 3, isBusy: true) == "Demo network       ⠋ 3 · ● 2 · ✗ 3 · ⊘ 2")
    #expect(line(25, requests: 3, isBusy: true) == "    ⠋ 3 · ● 2 · ✗ 3 · ⊘ 2")
  }
}
