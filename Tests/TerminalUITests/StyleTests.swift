import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct StyleTests {
  @Test func `adding attributes keeps the colours and the other attributes`() {
    let style = Style(foreground: .red, attributes: .bold).adding([.underline, .bold])
    #expect(style == Style(foreground: .red, attributes: [.bold, .underline]))
  }
}
