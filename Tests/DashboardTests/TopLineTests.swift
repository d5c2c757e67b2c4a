import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct TopLineTests {
  private func line(_ width: Int, requests: Int? = nil, longest: Duration? = nil, isReadOnly: Bool = false)
    -> String
  {
    var state = Dashboard.State(title: "Demo network")
    state.isReadOnly = isReadOnly
    state.network = .init(isVisible: requests != nil, requests: requests ?? 0)
    state.longestRun = longest
    return picture(of: TopLine(state: state, isFramed: false), width).text
  }

  @Test func `an idle board has only its title`() {
    #expect(line(60) == "Demo network")
  }

  @Test func `requests are counted while the network indicator is visible`() {
    #expect(line(60, requests: 1) == "Demo network                                     ⠋ 1 request")
    #expect(line(60, requests: 3) == "Demo network                                    ⠋ 3 requests")
  }

  @Test func `the longest run is shown in whole seconds`() {
    #expect(
      line(60, longest: .milliseconds(64_900))
        == "Demo network                              longest run 1m 04s")
  }

  @Test func `a read-only panel is marked at any width`() {
    #expect(line(60, isReadOnly: true) == "Demo network                                       read-only")
    #expect(line(30, requests: 3, isReadOnly: true) == "Demo network   read-only · ⠋ 3")
    #expect(line(20, requests: 3, longest: .seconds(12), isReadOnly: true) == "read-only · ⠋ 3 · 1…")
  }

  @Test func `a narrow line uses fewer words and truncates the title first`() {
    #expect(line(30, requests: 3, longest: .seconds(12)) == "Demo network        ⠋ 3 · 12 s")
    #expect(line(20, requests: 3, longest: .seconds(12)) == "Demo ne…  ⠋ 3 · 12 s")
  }
}
