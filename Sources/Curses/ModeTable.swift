/// What was switched on at the terminal, so that all of it can be switched off in the reverse order.
///
/// ncurses switches most of its modes itself; they stand in the table all the same, because after a crash ncurses can no
/// longer be asked and the table is written as it stands.
struct ModeTable {
  struct Mode: Hashable {
    let name: String
    /// Bytes that switch the mode on; empty if ncurses does.
    let on: [UInt8]
    /// Bytes that switch the mode off, also if ncurses would.
    let off: [UInt8]
    /// True if ncurses switches the mode on but not off again.
    var isForgotten = false
  }

  private var modes: [Mode] = []

  func contains(_ mode: Mode) -> Bool { modes.contains(mode) }

  /// Notes that a mode is on now. A mode is in the table once.
  mutating func add(_ mode: Mode) {
    remove(mode)
    modes.append(mode)
  }

  mutating func remove(_ mode: Mode) {
    modes.removeAll { $0 == mode }
  }

  /// The bytes that put the terminal in order when ncurses cannot.
  var resetBytes: [UInt8] { modes.reversed().flatMap(\.off) }

  /// The bytes that switch on what ncurses does not, in order.
  var ownOnBytes: [UInt8] { modes.flatMap(\.on) }

  /// The bytes that switch off what ncurses does not, in reverse order.
  var ownOffBytes: [UInt8] { modes.reversed().filter { !$0.on.isEmpty || $0.isForgotten }.flatMap(\.off) }
}

extension ModeTable.Mode {
  /// The screen beside the normal one, which keeps what was written before. Without one, a new line must do.
  static func alternateScreen() -> Self {
    Self(name: "alternate screen", on: [], off: Capability.bytes("rmcup") ?? Array("\r\n".utf8))
  }

  /// The rows that scroll. ncurses sets them to the height that it knows when it takes the screen; if the terminal has grown
  /// in that moment, a shell would later scroll in the upper part alone. Making them whole moves the cursor, which only the
  /// end of the alternate screen puts back.
  static func scrollRegion() -> Self? {
    let csr = Capability.bytes("csr")
    guard csr?.starts(with: [0x1B, UInt8(ascii: "[")]) == true, Capability.bytes("rmcup") != nil else {
      return nil
    }
    return Self(name: "scroll region", on: [], off: Array("\u{1B}[r".utf8), isForgotten: true)
  }

  static func keypad() -> Self {
    Self(name: "keypad", on: [], off: Capability.bytes("rmkx") ?? [])
  }

  static func hiddenCursor() -> Self {
    Self(name: "hidden cursor", on: [], off: Capability.bytes("cnorm") ?? [])
  }

  static func style() -> Self {
    Self(name: "style", on: [], off: Capability.bytes("sgr0") ?? [])
  }

  /// Reports of clicks and the wheel, in the encoding that has no limit on columns (1006), if the terminal knows it.
  static let mouse = Self(
    name: "mouse", on: Array("\u{1B}[?1000;1006h".utf8), off: Array("\u{1B}[?1006;1000l".utf8))

  /// Marks around pasted text, so that it is not taken for keys.
  static let bracketedPaste = Self(
    name: "bracketed paste", on: Array("\u{1B}[?2004h".utf8), off: Array("\u{1B}[?2004l".utf8))

  /// True if the terminal is one of xterm's kind, which understands the modes above. Others might print them.
  static func isOfferedByTerminal() -> Bool {
    Capability.bytes("kmous")?.starts(with: [0x1B, UInt8(ascii: "[")]) == true
  }
}
