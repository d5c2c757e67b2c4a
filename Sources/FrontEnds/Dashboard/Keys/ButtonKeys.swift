internal import Board
internal import TerminalUI

extension Key {
  /// The key that presses a button.
  init(_ key: ButtonKey) {
    self =
      switch key {
      case .character(let character): .character(character)
      case .function(let number): .function(number)
      case .control(let letter): .control(letter)
      }
  }
}
