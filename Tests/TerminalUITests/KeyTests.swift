import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct KeyTests {
  @Test(
    arguments: [
      (.character("a"), "a"), (.character("?"), "?"), (.character(" "), "Space"), (.control("c"), "Ctrl-C"),
      (.function(5), "F5"), (.enter, "Enter"), (.tab, "Tab"), (.backTab, "Shift-Tab"), (.escape, "Esc"),
      (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.delete, "Del"), (.home, "Home"), (.up, "Up"),
    ] as [(Key, String)])
  func `a key has a name, and the name has that key`(key: Key, name: String) {
    #expect(key.name == name)
    #expect(Key(name: name) == key)
  }

  @Test func `names may be written in lower case`() {
    #expect(Key(name: "ctrl-l") == .control("l"))
    #expect(Key(name: "f12") == .function(12))
    #expect(Key(name: "pgdn") == .pageDown)
  }

  @Test func `words are the names of keys without a character, and of the space bar`() {
    #expect(Key(word: "PgUp") == .pageUp)
    #expect(Key(word: "space") == .character(" "))
    #expect(Key(word: "f5") == nil)
    #expect(Key(word: "b") == nil)
    #expect(!Key.words.isEmpty && Key.words.allSatisfy { Key(word: $0) != nil })
  }

  @Test func `a single character keeps its case`() {
    #expect(Key(name: "D") == .character("D"))
    #expect(Key(name: "F") == .character("F"))
    #expect(Key(name: "-") == .character("-"))
  }

  @Test(arguments: ["", "f0", "f64", "ctrl-", "ctrl-ab", "enterr", "\n", "ab"])
  func `a text that is not a key name gives no key`(name: String) {
    #expect(Key(name: name) == nil)
  }
}
