/// A piece of random terminal input, valid or broken: for example a key, a mouse report or half of a
/// sequence.
public struct TerminalInput: Sendable {
  public var bytes: [UInt8]
  /// The description of the piece in a failure report.
  public var name: String

  public init(_ bytes: [UInt8], _ name: String) {
    self.bytes = bytes
    self.name = name
  }

  init(_ text: String, _ name: String) { self.init(Array(text.utf8), name) }
}

extension SeededGenerator {
  /// A piece of input.
  ///
  /// - Parameter pasteLimit: The maximum number of bytes in a paste.
  public mutating func terminalInput(pasteLimit: Int = 2_000) -> TerminalInput {
    switch below(20) {
    case 0...5: return key()
    case 6, 7: return namedKey()
    case 8, 9: return mouse()
    case 10:
      return TerminalInput("\u{1B}" + String(UnicodeScalar(UInt8(within(0x20...0x7E)))), "Alt with a key")
    case 11: return controlSequence()
    case 12: return controlString()
    case 13: return brokenSequence()
    case 14, 15: return paste(limit: pasteLimit)
    case 16: return TerminalInput(bytes(upTo: 40), "bytes")
    case 17: return TerminalInput(text(upTo: 30), "text")
    case 18: return TerminalInput(invalidUTF8(), "invalid UTF-8")
    default: return TerminalInput([UInt8(below(256))], "a byte")
    }
  }

  private mutating func key() -> TerminalInput {
    let byte = UInt8(within(0x20...0x7E))
    return TerminalInput([byte], "key \(Character(UnicodeScalar(byte)))")
  }

  private mutating func namedKey() -> TerminalInput {
    let key = pick([
      ("\u{1B}OA", "Up"), ("\u{1B}OB", "Down"), ("\u{1B}OC", "Right"), ("\u{1B}OD", "Left"),
      ("\u{1B}[5~", "PgUp"),
      ("\u{1B}[6~", "PgDn"), ("\u{1B}OH", "Home"), ("\u{1B}OF", "End"), ("\u{1B}[Z", "Shift-Tab"),
      ("\t", "Tab"),
      ("\r", "Enter"), ("\u{1B}", "Esc"), ("\u{7F}", "Backspace"), (" ", "Space"), ("\u{1B}OP", "F1"),
      ("\u{1B}[15~", "F5"), ("\u{0C}", "Ctrl-L"), ("\u{06}", "Ctrl-F"), ("\u{17}", "Ctrl-W"),
      ("\u{14}", "Ctrl-T"), ("\u{12}", "Ctrl-R"), ("\u{16}", "Ctrl-V"), ("\u{15}", "Ctrl-U"), ("/", "/"),
    ])
    return TerminalInput(key.0, key.1)
  }

  /// A mouse report in one of the encodings 1006, X10, 1005 and 1015, at a position inside or far outside the
  /// screen.
  private mutating func mouse() -> TerminalInput {
    let code = oneIn(3) ? below(256) : pick([0, 0, 0, 1, 2, 32, 35, 64, 65])
    let column = oneIn(8) ? magnitude(upTo: 100_000) : below(120)
    let row = oneIn(8) ? magnitude(upTo: 100_000) : below(40)
    switch below(8) {
    case 0:
      let place = { (number: Int) in UInt8(truncatingIfNeeded: number + 32) }
      return TerminalInput(Array("\u{1B}[M".utf8) + [code, column, row].map(place), "X10 mouse")
    case 1:
      let scalars = [code, column, row].map { Unicode.Scalar(UInt32(min($0, 2000) + 32)) ?? "?" }
      return TerminalInput("\u{1B}[M" + String(String.UnicodeScalarView(scalars)), "UTF-8 mouse")
    case 2: return TerminalInput("\u{1B}[\(code + 32);\(column);\(row)M", "urxvt mouse")
    default:
      let final = oneIn(2) ? "M" : "m"
      return TerminalInput(
        "\u{1B}[<\(code);\(column);\(row)\(final)", "mouse \(code) at \(column),\(row) \(final)")
    }
  }

  private mutating func controlSequence() -> TerminalInput {
    let parameters = String((0..<magnitude(upTo: 60)).map { _ in pick(Array("0123456789;:<=>?")) })
    let intermediates = String((0..<below(2)).map { _ in pick(Array(" !\"#$%&'()*+,-./")) })
    let final = Character(UnicodeScalar(UInt8(within(0x40...0x7E))))
    return TerminalInput(
      "\u{1B}[\(parameters)\(intermediates)\(final)", "CSI \(parameters)\(intermediates)\(final)")
  }

  private mutating func controlString() -> TerminalInput {
    let start = pick(["]", "P", "_", "^", "X"])
    return TerminalInput("\u{1B}\(start)\(text(upTo: 30))\(pick(["\u{07}", "\u{1B}\\"]))", "control string")
  }

  /// The beginning of a sequence that is never completed.
  private mutating func brokenSequence() -> TerminalInput {
    let start = pick([
      "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}[[", "\u{1B}[<", "\u{1B}[<0;1", "\u{1B}[M", "\u{1B}[M !",
      "\u{1B}[20",
      "\u{1B}[200", "\u{1B}]0;", "\u{1B}P", "\u{1B}\u{1B}", "\u{1B}[1;5", "\u{1B}[<999999999999999999;1;1M",
    ])
    return TerminalInput(start, "broken \(start.debugDescription)")
  }

  private mutating func paste(limit: Int) -> TerminalInput {
    let count = magnitude(upTo: limit)
    let piece = text(upTo: 200, controls: true).replacing("\u{1B}", with: " ")
    let filled = Array(
      String(repeating: piece + "q\r", count: count / (piece.utf8.count + 2) + 1).utf8.prefix(count))
    let end = oneIn(4) ? "" : "\u{1B}[201~"
    return TerminalInput(
      Array("\u{1B}[200~".utf8) + filled + Array(end.utf8),
      "paste of \(count)\(end.isEmpty ? ", unfinished" : "")")
  }

  private mutating func invalidUTF8() -> [UInt8] {
    pick([
      [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80, 0x80, 0x80, 0x80],
      [0xE6],
      [0xE6, 0x97], [0xF0, 0x9F, 0x98], [0xC2, 0x9B, 0x71],
    ])
  }
}
