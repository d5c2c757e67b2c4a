import Board
import Dashboard
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(15))) struct KeyMapTests {
  private let map = Dashboard.KeyMap.standard

  @Test func `no key has two meanings`() {
    let keys = map.bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `every command has descriptions and one binding, and a key if it is not only typed`() {
    for command in Dashboard.Command.allCases {
      #expect(map.bindings.filter { $0.command == command }.count == 1, "\(command)")
    }
    for binding in map.bindings {
      #expect(binding.keys.isEmpty == [.reopen, .project].contains(binding.command), "\(binding.command)")
      #expect(!binding.word.isEmpty && !binding.description.isEmpty)
    }
  }

  /// They were added when boards had used them: a button has the key then, and the command has none.
  @Test func `a board may not use any key of the panel but the soft ones`() throws {
    let soft = Set("ReiwWzfFXhjkloE:+-mxynagGN/AHLO[]".map(Key.character)).union([.control("a")])
    for key in soft { #expect(throws: Never.self) { try ButtonKey(key.name) } }
    for key in map.bindings.flatMap(\.keys) where !soft.contains(key) {
      #expect(throws: ButtonKey.Refusal.self, "\(key.name)") { try ButtonKey(key.name) }
    }
  }

  @Test func `keys of the panel have commands and other keys have none`() {
    #expect(map.command(for: .character(" ")) == .press)
    #expect(map.command(for: .control("c")) == .quit)
    #expect(map.command(for: .character("G")) == .last)
    #expect(map.command(for: .character("b")) == nil)
    #expect(map.binding(of: .help)?.keys == [.character("?")])
  }
}
