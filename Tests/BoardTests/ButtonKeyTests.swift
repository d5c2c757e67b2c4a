import TestSupport
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct ButtonKeyTests {
  @Test(arguments: [
    ("b", ButtonKey.character("b")), ("D", .character("D")), ("1", .character("1")), ("é", .character("é")),
    ("*", .character("*")), ("f", .character("f")), ("f1", .function(1)), ("F12", .function(12)),
    ("ctrl-b", .control("b")), ("Ctrl-B", .control("b")),
  ])
  func `keys are parsed`(text: String, key: ButtonKey) throws {
    try expectEqual(ButtonKey(text), key)
  }

  @Test(arguments: ["b", "D", "f7", "ctrl-k"])
  func `the description of a key is its text`(text: String) throws {
    try expectEqual(ButtonKey(text).description, text)
  }

  @Test(arguments: [
    "q", "?", "!", " ", "Tab", "enter", "Space", "Esc", "up",
    "PgUp",
    "PgDn", "Home", "End",
    "ctrl-c", "ctrl-d", "ctrl-u", "ctrl-z", "Ctrl-L", "ctrl-e", "ctrl-f", "ctrl-g", "ctrl-n", "ctrl-o",
    "ctrl-p",
    "ctrl-r", "ctrl-t",
    "ctrl-v",
    "ctrl-w", "ctrl-y",
  ])
  func `keys of the panel are rejected`(text: String) {
    #expect(
      throws: ButtonKey.Refusal(
        message: "the key `\(text)` is reserved for the panel",
        hint:
          "reserved keys: q ? !, Tab, Enter, Space, Esc, arrows, PgUp, PgDn, Home, End and ctrl- with c d e f g l n o p r t u v w y z"
      )
    ) { try ButtonKey(text) }
  }

  @Test(arguments: [("ctrl-h", "Backspace"), ("ctrl-i", "Tab"), ("ctrl-m", "Enter"), ("ctrl-j", "Enter")])
  func `keys that terminals cannot distinguish are rejected`(text: String, other: String) {
    #expect(
      throws: ButtonKey.Refusal(message: "terminals cannot distinguish `\(text)` from \(other)", hint: nil)
    ) { try ButtonKey(text) }
  }

  @Test(arguments: [
    "", "bb", "f0", "f13", "f01", "ctrl-", "ctrl-1", "ctrl-bb", "alt-b", "e\u{301}", "\u{301}", "\t",
  ])
  func `other text is not a key`(text: String) {
    #expect(throws: ButtonKey.Refusal.self) { try ButtonKey(text) }
  }

  @Test(arguments: ["x", "y", "m", "a", "/", "n", "N", "g", "G", ":", "R"])
  func `other keys of the panel give way to a button`(text: String) throws {
    try expectEqual(ButtonKey(text).description, text)
  }

  @Test func `capitals of reserved letters are not reserved`() throws {
    try expectEqual(ButtonKey("Q"), .character("Q"))
    try expectEqual(ButtonKey("X"), .character("X"))
  }
}
