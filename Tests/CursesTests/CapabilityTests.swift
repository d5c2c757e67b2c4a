import Testing

@testable import Curses

@Suite(.timeLimit(.minutes(15))) struct CapabilityTests {
  @Test(arguments: [
    ("\u{1B}[m$<2>", "\u{1B}[m"), ("a$<5/>b$<10*>", "ab"), ("costs $5", "costs $5"), ("$<torn", "$<torn"),
    ("", ""),
  ])
  func `padding is left out`(capability: String, bytes: String) {
    #expect(Capability.withoutPadding(Array(capability.utf8)) == Array(bytes.utf8))
  }
}
