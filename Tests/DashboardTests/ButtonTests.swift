import Boundary
import Dashboard
import Testing

@Suite(.timeLimit(.minutes(15))) struct ButtonTests {
  @Test func `a disabled button is locked unless it is running`() {
    var button = Dashboard.Button(id: "build", title: "Build")
    #expect(!button.isLocked)
    button.isEnabled = false
    #expect(button.isLocked)
    button.phase = .running
    #expect(!button.isLocked)
  }
}
