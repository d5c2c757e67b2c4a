import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct SpanTests {
  @Test func `a string literal is a span in the plain style`() {
    let span: Span = "ready"
    #expect(span == Span("ready", .plain))
  }

  @Test func `the width is in columns`() {
    #expect(Span("信号 ok").width == 7)
  }
}
