import Boundary
import Dashboard
import Testing

@Suite(.timeLimit(.minutes(15))) struct StateTests {
  @Test func `only a spinner and a countdown need the animation timer`() {
    var state = Scene.idle()
    #expect(!state.isAnimated)
    state.network = .init(isVisible: true, requests: 1)
    #expect(state.isAnimated)
    state = Scene.idle()
    state.activity.isLoading = true
    #expect(state.isAnimated)
    state = Scene.idle()
    state.error = .init(message: "late", source: "weather", since: "14:03:12")
    #expect(!state.isAnimated)
    state.error?.reset = .init(remaining: .seconds(1), total: .seconds(3))
    #expect(state.isAnimated)
  }

  @Test func `a state without animation draws the same picture for every spinner frame`() {
    var later = Scene.idle()
    later.spinnerFrame = 5
    let size = Dashboard.smallestSize
    #expect(Dashboard.view(later, size: size) == Dashboard.view(Scene.idle(), size: size))
  }

  @Test func `a focus out of range is no button`() {
    var state = Scene.idle()
    state.focus = 4
    #expect(state.focusedButton?.id == "depart")
    state.focus = 5
    #expect(state.focusedButton == nil)
    state.focus = -1
    #expect(state.focusedButton == nil)
  }
}
