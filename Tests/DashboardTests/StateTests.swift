import Dashboard
import Testing

@Suite struct StateTests {
  @Test func `only a spinner needs the animation timer`() {
    var state = Scene.idle()
    #expect(!state.isAnimated)
    state.network = .init(isVisible: true, requests: 1)
    #expect(state.isAnimated)
    state = Scene.idle()
    state.activity.isLoading = true
    #expect(state.isAnimated)
  }

  @Test func `a state whose picture does not move is not animated`() {
    var later = Scene.idle()
    later.spinnerFrame = 5
    let size = Dashboard.smallestSize
    #expect(Dashboard.view(later, size: size) == Dashboard.view(Scene.idle(), size: size))
  }

  @Test func `a focus outside the buttons is no button`() {
    var state = Scene.idle()
    state.focus = 4
    #expect(state.focusedButton?.id == "depart")
    state.focus = 5
    #expect(state.focusedButton == nil)
    state.focus = -1
    #expect(state.focusedButton == nil)
  }
}
