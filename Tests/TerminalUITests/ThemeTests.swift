import TerminalUI
import Testing

@Suite struct ThemeTests {
  @Test func `success and failure differ without colour too`() {
    #expect(Style.failure.attributes != Style.success.attributes)
  }

  @Test func `what is chosen is seen without colour`() {
    #expect(Style.highlight.attributes.contains(.reverse))
    #expect(Style.highlight.foreground == .default)
  }

  @Test(arguments: [
    Style.dim, .strong, .accent, .key, .highlight, .running, .success, .failure, .warning,
  ])
  func `only colours that people set themselves are used`(style: Style) {
    #expect((style.foreground.index ?? 0) < 16)
    #expect(style.background == .default)
  }
}
