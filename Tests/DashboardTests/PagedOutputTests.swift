import Programs
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct PagedOutputTests {
  @Test func `colours are there for who shows them, and no line is joined with another`() {
    var red = OutputLine("all red")
    red.styles = [StyleRun(start: 4, style: Style(foreground: .red))]
    let output = Dashboard.PagedOutput(
      title: "Output of Build", lines: [OutputLine(""), red, OutputLine("")])
    #expect(output.text(hasColor: false) == "\nall red\n")
    #expect(output.text(hasColor: true) == "\nall \u{1B}[0;31mred\u{1B}[0m\n")
  }
}
