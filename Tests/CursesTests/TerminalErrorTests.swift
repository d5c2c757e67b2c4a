import Curses
import Testing

@Suite(.timeLimit(.minutes(15))) struct TerminalErrorTests {
  @Test func `each error is one clause`() {
    let errors: [TerminalError] = [
      .notATerminal(.standardInput), .notATerminal(.standardOutput), .unknownTerminal(name: "vt999"),
      .unknownTerminal(name: ""), .cannotAddressCursor(name: "dumb"), .alreadyOpen,
      .noDescriptor("too many open files (limit: 12)"), .refused(call: "pipe", errno: 24),
    ]
    for error in errors {
      let clause = error.description
      #expect(
        clause.first?.isLowercase == true && !clause.hasSuffix(".") && !clause.contains("\n"))
    }
  }

  @Test func `the error contains the name of the terminal`() {
    #expect(TerminalError.unknownTerminal(name: "vt999").description.contains("\"vt999\""))
    #expect(TerminalError.cannotAddressCursor(name: "dumb").description.contains("\"dumb\""))
  }
}
