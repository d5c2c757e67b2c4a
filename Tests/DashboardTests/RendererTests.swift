import TerminalUI
import Testing

@testable import Dashboard

/// Pictures that reuse the previous one equal those drawn from scratch. DashboardFuzzTests does the same for
/// random states.
@Suite(.timeLimit(.minutes(15))) struct RendererTests {
  private let size = Size(width: 80, height: 24)

  @Test func `a new spinner frame redraws only the spinners`() {
    var renderer = Dashboard.Renderer()
    var state = Scene.running()
    let first = renderer.frame(of: state, size: size)
    state.spinnerFrame += 1
    let second = renderer.frame(of: state, size: size)
    #expect(second == Dashboard.view(state, size: size))
    #expect(second.changedRows(since: first) == [0, 1])
  }

  @Test func `changes together with a spinner frame are drawn`() {
    var renderer = Dashboard.Renderer()
    var state = Scene.running()
    _ = renderer.frame(of: state, size: size)
    state.spinnerFrame += 1
    state.message = "nothing to cancel"
    #expect(renderer.frame(of: state, size: size) == Dashboard.view(state, size: size))
    state.spinnerFrame += 1
    let smaller = Size(width: 40, height: 12)
    #expect(renderer.frame(of: state, size: smaller) == Dashboard.view(state, size: smaller))
  }

  @Test func `under an overlay everything is redrawn`() {
    var renderer = Dashboard.Renderer()
    var state = Scene.askingToCancel()
    _ = renderer.frame(of: state, size: size)
    state.spinnerFrame += 1
    #expect(renderer.frame(of: state, size: size) == Dashboard.view(state, size: size))
  }
}
