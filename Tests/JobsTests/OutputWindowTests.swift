import Jobs
import TerminalUI
import Testing

/// The size of the terminals of commands.
@Suite(.timeLimit(.minutes(15))) struct OutputWindowTests {
  @Test func `it is the usual size until somebody looks`() {
    #expect(OutputWindow().size == Size(width: 80, height: 24))
  }

  @Test func `it is that of the last look, but never too narrow or low`() {
    let window = OutputWindow()
    window.size = Size(width: 132, height: 43)
    #expect(window.size == Size(width: 132, height: 43))
    window.size = Size(width: 28, height: 4)
    #expect(window.size == Size(width: 80, height: 10))
  }
}
