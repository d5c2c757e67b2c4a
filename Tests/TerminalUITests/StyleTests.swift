import TerminalUI
import Testing

@Suite struct StyleTests {
  @Test func `adding attributes keeps colours and what was there`() {
    let style = Style(foreground: .red, attributes: .bold).adding([.underline, .bold])
    #expect(style == Style(foreground: .red, attributes: [.bold, .underline]))
  }

  @Test func `what tells success from failure is not colour alone`() {
    #expect(Style.failure.attributes != Style.success.attributes)
    #expect(Style.highlight.attributes.contains(.reverse))
  }
}
