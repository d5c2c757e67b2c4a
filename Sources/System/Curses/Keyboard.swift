internal import CNcurses
internal import TerminalUI

/// Reads the available input from standard input by ncurses, which recognizes the keys of the terminal.
@MainActor
struct Keyboard {
  /// The maximum number of units that are read at once. The rest is read in the next turn of the main queue,
  /// so that a flood of input cannot starve it.
  static let drainLimit = 4096

  private let pad: OpaquePointer

  /// Must be created after `newterm`. Nil if memory cannot be allocated.
  init?() {
    // By default, ncurses waits a second after an ESC for the rest of a sequence.
    set_escdelay(25)
    guard let pad = curses_make_key_pad() else { return nil }
    self.pad = pad
    // Mouse reports are decoded by `KeyDecoder`, so ncurses must not recognize their start as a key.
    if let mouse = curses_capability("kmous") { define_key(mouse, 0) }
  }

  /// The available input, up to the limit. Blocks at most for the 25 ms that distinguish the Escape key from
  /// a sequence.
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
  /// The key for a key code of ncurses; nil for keys that are not used.
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
