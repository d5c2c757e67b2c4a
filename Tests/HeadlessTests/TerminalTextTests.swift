import Boundary
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct TerminalTextTests {
  @Test func `interpolated text is made safe to show and literals are unchanged`() {
    let title = "\u{1B}]0;pwned\u{7}\u{202E}"
    let line: TerminalText = "\u{1B}[1m\(title)\u{1B}[0m \(3)"
    #expect(line.string == "\u{1B}[1m\u{FFFD}]0;pwned\u{FFFD}\u{FFFD}\u{1B}[0m 3")
  }

  @Test func `an interpolated text is not escaped again`() {
    let painted = Ink(hasColor: true).red("a\("\u{1B}")")
    #expect("\(painted)!" as TerminalText == "\u{1B}[31ma\u{FFFD}\u{1B}[0m!")
  }

  @Test func `lines for people are safe to show`() {
    let ink = Ink(hasColor: false)
    #expect(PlainLine.text(.value(action: "a", "\u{9B}31m"), after: nil, ink: ink) == "a: \u{FFFD}31m")
    let problem = Situation.Problem(id: 1, source: "a", message: "no \"\u{1B}\"", since: .zero)
    #expect(PlainLine.text(.problem(problem), after: nil, ink: ink) == "a: error: no \"\u{FFFD}\"")
    var action = ActionStatus(ActionDescription(id: "a", title: "A"))
    action.runs.last.toleratedFailure = "\u{1B}"
    #expect(
      PlainLine.text(.action(action), after: nil, ink: ink) == "a: failed, tolerated: \u{FFFD}")
  }
}
