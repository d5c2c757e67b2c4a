import Board
import Boundary
import Programs
import TerminalUI
import Testing

@testable import Headless

/// Which kept lines are printed, and how.
@Suite(.timeLimit(.minutes(15))) struct OutputChoiceTests {
  private func line(_ text: String, at arrival: UInt32 = 0, _ kind: OutputLine.Kind = .output)
    -> KeptLines.Line
  {
    var line = OutputLine(text, kind: kind)
    line.arrival = arrival
    return KeptLines.Line(number: 41, run: 7, line: line)
  }

  private func chosen(_ choice: OutputChoice) -> [String] {
    let lines = [
      line("a1", at: 9), line("a2", at: 10), line("a3", at: 11), line("a4", at: 12, .errorOutput),
      line("b", at: 13), line("a remark", at: 14, .success),
    ]
    return choice.of(lines.map { ("build", $0) }).map(\.line.line.text)
  }

  @Test func `time and pattern come before the number`() throws {
    var choice = OutputChoice()
    #expect(chosen(choice) == ["a1", "a2", "a3", "a4", "b"])
    choice.since = 10
    #expect(chosen(choice) == ["a2", "a3", "a4", "b"])
    choice.pattern = try LineExpression("^a")
    #expect(chosen(choice) == ["a2", "a3", "a4"])
    choice.tail = 2
    #expect(chosen(choice) == ["a3", "a4"])
    choice.hasRemarks = true
    #expect(chosen(choice) == ["a4", "a remark"])
    choice.tail = 0
    #expect(chosen(choice) == [])
  }

  private func text(_ line: KeptLines.Line, _ set: (inout OutputPrinting) -> Void) -> String {
    var printing = OutputPrinting()
    set(&printing)
    return String(decoding: printing.text([line], of: "build", nameWidth: 6), as: UTF8.self)
  }

  @Test func `a line has what is wanted before it, and colours only where they are wanted`() {
    var red = OutputLine("red")
    red.styles = [StyleRun(start: 0, style: Style(foreground: .red))]
    let line = KeptLines.Line(number: 41, run: 7, line: red)
    #expect(text(line) { _ in } == "red\n")
    #expect(text(line) { ($0.hasNames, $0.hasTimes) = (true, true) } == "build  | 1970-01-01T00:00:00Z red\n")
    #expect(text(line) { $0.hasColor = true } == "\u{1B}[0;31mred\u{1B}[0m\n")
    let named = text(line) { ($0.hasColor, $0.hasNames) = (true, true) }
    #expect(named == "\u{1B}[36mbuild  |\u{1B}[0m \u{1B}[0;31mred\u{1B}[0m\n")
    #expect(text(self.line("over", at: 1, .note)) { _ in } == "── over\n")
  }

  @Test func `JSON says which line of which run it is`() {
    let json = text(line("\"a\"", at: 1)) { $0.isJSON = true }
    let beginning = #"{"v":2,"at":"1970-01-01T00:00:01.000Z","event":"output","action":"build","#
    let end = #""run":7,"line":41,"text":"\"a\"","kind":"output"}"#
    #expect(json == "\(beginning)\(end)\n")
    let remark = text(line("x", at: 1, .retry)) { $0.isJSON = true }
    #expect(remark.hasSuffix("\"kind\":\"remark\"}\n"), "\(remark)")
  }
}
