public import TerminalUI

extension Dashboard.KeyMap {
  /// Keys of which the system makes signals before the panel sees them, so that they cannot mean anything else.
  public static let fixed: [Key: Dashboard.Command] = [.control("c"): .quit, .control("z"): .suspend]

  /// The same commands, some of them with other keys in place of their own. The fixed keys stay where they are, so
  /// there is always a way to quit.
  public func rebinding(_ changes: [Dashboard.Command: [Key]]) -> Dashboard.KeyMap {
    changingKeys { binding in
      guard let keys = changes[binding.command] else { return binding.keys }
      return keys + binding.keys.filter { Self.fixed[$0] == binding.command && !keys.contains($0) }
    }
  }

  /// The same commands without these keys, which mean something else on a board.
  public func without(_ keys: some Collection<Key>) -> Dashboard.KeyMap {
    changingKeys { binding in binding.keys.filter { !keys.contains($0) } }
  }

  private func changingKeys(_ keys: (Binding) -> [Key]) -> Dashboard.KeyMap {
    Dashboard.KeyMap(
      bindings: bindings.map {
        Binding(keys: keys($0), command: $0.command, word: $0.word, description: $0.description)
      })
  }
}
