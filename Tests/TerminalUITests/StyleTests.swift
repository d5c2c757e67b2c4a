import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct StyleTests {
  @Test func `adding attributes keeps colours and what was there`() {
    let style = Style(foreground: .red, attributes: .bold).adding([.underline, .bold])
    #expect(style == Style(foreground: .red, attributes: [.bold, .underline]))
  }
}
