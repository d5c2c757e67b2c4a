import Curses
import Testing

@Suite struct TerminalErrorTests {
  @Test func eachMistakeIsOneSentence() {
    let errors: [TerminalError] = [
      .notATerminal(.standardInput), .notATerminal(.standardOutput), .unknownTerminal(name: "vt999"),
      .unknownTerminal(name: ""), .cannotAddressCursor(name: "dumb"), .alreadyOpen,
      .refused(call: "pipe", errno: 24),
    ]
    for error in errors {
      let sentence = error.description
      #expect(
        sentence.hasSuffix(".") && !sentence.contains("\n") && sentence.split(separator: ". ").count == 1)
    }
  }

  @Test func theTerminalIsNamed() {
    #expect(TerminalError.unknownTerminal(name: "vt999").description.contains("\"vt999\""))
    #expect(TerminalError.cannotAddressCursor(name: "dumb").description.contains("\"dumb\""))
  }
}
