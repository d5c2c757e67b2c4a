import Testing

@testable import Programs

@Suite(.timeLimit(.minutes(15))) struct LeaveKeyTests {
  private func prefix(_ typed: String, _ key: LeaveKey = .usual) -> String? {
    key.prefix(of: Array(typed.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `it is recognized in each encoding of a keyboard`() {
    for encoding in ["\u{1D}", "\u{1B}[93;5u", "\u{1B}[27;5;93~"] {
      #expect(prefix("ab" + encoding + "c") == "ab")
    }
  }

  @Test func `other keys are passed on`() {
    for typed in ["", "]", "\u{1B}[93u", "\u{1B}[A", "\u{1B}"] { #expect(prefix(typed) == nil) }
  }

  @Test func `another key can be chosen`() {
    let key = LeaveKey(UInt8(ascii: "A"))
    #expect(key.name == "Ctrl-A")
    #expect(prefix("x\u{1}", key) == "x")
    #expect(prefix("\u{1B}[97;5u", key) == "")
    #expect(LeaveKey.usual.name == "Ctrl-]")
  }
}
