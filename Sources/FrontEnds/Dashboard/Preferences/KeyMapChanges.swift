package import TerminalUI

extension Dashboard.KeyMap {
  /// Keys that cannot have another meaning. People press Ctrl-C in order to leave, whatever a file says, and
  /// the terminal driver turns Ctrl-Z into a signal before the panel sees it.
  package static let fixed: [Key: Dashboard.Command] = [.control("c"): .quit, .control("z"): .suspend]

  /// Default keys that were added when people had files and boards already: another command that a file gives
  /// such a key has it, and so has a button of a board.
  package static let soft = Set(
    "ewfhjklozgGAEFHLOX:+-[]".map(Key.character) + "dgu".map(Key.control) + [.tab, .backTab])

  /// The same commands, with other keys for some of them. The fixed keys keep their commands, so there is
  /// always a way to quit.
  package func rebinding(_ changes: [Dashboard.Command: [Key]]) -> Dashboard.KeyMap {
    let taken = Set(changes.values.joined()).intersection(Self.soft)
    return changingKeys { binding in
      guard let keys = changes[binding.command] else { return binding.keys.filter { !taken.contains($0) } }
      return keys + binding.keys.filter { Self.fixed[$0] == binding.command && !keys.contains($0) }
    }
  }

  /// The same commands without these keys, which have another meaning on a board.
  package func without(_ keys: some Collection<Key>) -> Dashboard.KeyMap {
    var map = changingKeys { binding in binding.keys.filter { !keys.contains($0) } }
    map.displaced = Set(
      bindings.filter { !$0.keys.isEmpty && $0.keys.allSatisfy(keys.contains) }.map(\.command))
    return map
  }

  private func changingKeys(_ keys: (Binding) -> [Key]) -> Dashboard.KeyMap {
    Dashboard.KeyMap(
      bindings: bindings.map {
        Binding(keys: keys($0), command: $0.command, word: $0.word, description: $0.description)
      })
  }
}
