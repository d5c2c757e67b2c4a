/// The terminal modes that are on, so that they can be switched off in reverse order.
///
/// ncurses switches most modes itself. They are in the table as well, because ncurses cannot be called after
/// a crash; then the bytes of the table are written.
struct ModeTable {
  struct Mode: Hashable {
    let name: String
    /// The bytes that switch the mode on; empty if ncurses does that.
    let on: [UInt8]
    /// The bytes that switch the mode off, even if ncurses does that as well.
    let off: [UInt8]
    /// True if ncurses switches the mode on but not off again.
    var isForgotten = false
  }

  private var modes: [Mode] = []

  func contains(_ mode: Mode) -> Bool { modes.contains(mode) }

  /// Adds a mode that was switched on. A mode is in the table at most once.
  mutating func add(_ mode: Mode) {
    remove(mode)
    modes.append(mode)
  }

  mutating func remove(_ mode: Mode) {
    modes.removeAll { $0 == mode }
  }

  /// The bytes that restore the terminal without ncurses.
  var resetBytes: [UInt8] { modes.reversed().flatMap(\.off) }

  /// The bytes that switch on the modes that ncurses does not handle, in order.
  var ownOnBytes: [UInt8] { modes.flatMap(\.on) }

  /// The bytes that switch off the modes that ncurses does not handle, in reverse order.
  var ownOffBytes: [UInt8] { modes.reversed().filter { !$0.on.isEmpty || $0.isForgotten }.flatMap(\.off) }
}

extension ModeTable.Mode {
  /// The alternate screen, which preserves the content of the normal one. If the terminal has none, a new
  /// line replaces it.
  static func alternateScreen() -> Self {
    Self(name: "alternate screen", on: [], off: Capability.bytes("rmcup") ?? Array("\r\n".utf8))
  }

  /// The scroll region. ncurses sets it to the height that it knows when it takes over the screen; if the
  /// terminal grows at that moment, a shell would later only scroll in the upper part. Resetting the region
  /// moves the cursor, which only leaving the alternate screen restores.
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

  /// Reports of clicks and of the wheel (1000), and of moves while a button is held (1002), in the encoding
  /// without a limit on columns (1006), as far as the terminal supports them.
  static let mouse = Self(
    name: "mouse", on: Array("\u{1B}[?1000;1002;1006h".utf8),
    off: Array("\u{1B}[?1006;1002;1000l".utf8))

  /// Marks around pasted text, so that it is not read as keys.
  static let bracketedPaste = Self(
    name: "bracketed paste", on: Array("\u{1B}[?2004h".utf8), off: Array("\u{1B}[?2004l".utf8))

  /// Whether the terminal is compatible with xterm and supports the modes above. Other terminals might print
  /// them.
  static func isOfferedByTerminal() -> Bool {
    Capability.bytes("kmous")?.starts(with: [0x1B, UInt8(ascii: "[")]) == true
  }
}
