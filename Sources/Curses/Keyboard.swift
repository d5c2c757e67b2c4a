internal import CNcurses
internal import TerminalUI

/// Reads what waits on standard input, through ncurses, which knows the keys of the terminal.
@MainActor
struct Keyboard {
  /// Units read at once. More come with the next turn of the main queue, so that a flood of input cannot starve it.
  static let drainLimit = 4096

  private let pad: OpaquePointer

  /// Nil if there is no memory. After `newterm`.
  init?() {
    // A lone ESC is otherwise waited on for a whole second.
    set_escdelay(25)
    guard let pad = curses_make_key_pad() else { return nil }
    self.pad = pad
    // The decoder reads the mouse. Taking the start of its reports for a key would hide them.
    if let mouse = curses_capability("kmous") { define_key(mouse, 0) }
  }

  /// All that waits, up to the limit. Never blocks longer than a lone ESC needs to be told from a sequence.
  func drain() -> [InputUnit] {
    var units: [InputUnit] = []
    while units.count < Keyboard.drainLimit {
      let code = curses_read(pad)
      if code == ERR { break }
      if let byte = UInt8(exactly: code) {
        units.append(.byte(byte))
      } else {
        units.append(Key(code: code).map(InputUnit.key) ?? .other)
      }
    }
    return units
  }

  func close() {
    curses_free_window(pad)
  }
}

extension Key {
  /// The key of a code of ncurses; nil for keys that a panel has no use for.
  fileprivate init?(code: Int32) {
    switch code {
    case KEY_UP: self = .up
    case KEY_DOWN: self = .down
    case KEY_LEFT: self = .left
    case KEY_RIGHT: self = .right
    case KEY_HOME, KEY_A1: self = .home
    case KEY_END, KEY_C1: self = .end
    case KEY_PPAGE, KEY_A3: self = .pageUp
    case KEY_NPAGE, KEY_C3: self = .pageDown
    case KEY_BACKSPACE: self = .backspace
    case KEY_DC: self = .delete
    case KEY_IC: self = .insert
    case KEY_ENTER: self = .enter
    case KEY_BTAB: self = .backTab
    case (KEY_F0 + 1)...(KEY_F0 + 63): self = .function(Int(code - KEY_F0))
    default: return nil
    }
  }
}
