import Dashboard
import Testing

@Suite(.timeLimit(.minutes(5))) struct ButtonTests {
  @Test func `a button that may not be pressed is locked, unless it runs`() {
    var button = Dashboard.Button(id: "build", title: "Build")
    #expect(!button.isLocked)
    button.isEnabled = false
    #expect(button.isLocked)
    button.phase = .running
    #expect(!button.isLocked)
  }
}
