extension SeededGenerator {
  /// Random output of a command: lines, progress, colours, valid and broken sequences, control characters,
  /// and bytes that are not text.
  public mutating func commandOutput(upTo limit: Int) -> [UInt8] {
    var output: [UInt8] = []
    let size = magnitude(upTo: limit)
    while output.count < size { output += outputPiece() }
    return output
  }

  /// Bytes of which some are removed, repeated or replaced.
  public mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<(1 + below(12)) where bytes.count > 1 {
      let start = below(bytes.count)
      let range = start..<min(bytes.count, start + 1 + magnitude(upTo: 300))
      switch below(4) {
      case 0: bytes.removeSubrange(range)
      case 1: bytes.insert(contentsOf: bytes[range], at: below(bytes.count))
      case 2: bytes.replaceSubrange(range, with: terminalInput(pasteLimit: 20).bytes)
      default: bytes[start] = UInt8(below(256))
      }
    }
    return bytes
  }

  private mutating func outputPiece() -> [UInt8] {
    switch below(16) {
    case 0...3: return Array((text(upTo: 60) + "\n").utf8)
    case 4: return Array("[\(below(12))/\(below(12))] \(text(upTo: 20))\n".utf8)
    case 5: return Array("\(below(200))%\(pick(["\r", "\n", "\r\n"]))".utf8)
    case 6: return Array("\u{1B}[\(below(110));\(below(8))m\(text(upTo: 10))\u{1B}[0m".utf8)
    case 7: return Array(terminalSequence().utf8)
    case 8: return terminalInput(pasteLimit: 200).bytes
    case 9: return Array(text(upTo: 40, controls: true).utf8)
    case 10: return bytes(upTo: 60)
    case 11: return Array(repeating: 0, count: magnitude(upTo: 100))
    case 12: return Array(repeating: UInt8(within(0x20...0x7E)), count: magnitude(upTo: 20_000))
    case 13: return Array(String(repeating: "日", count: magnitude(upTo: 300)).utf8)
    case 14: return Array(("e" + String(repeating: "\u{301}", count: magnitude(upTo: 300))).utf8)
    default: return [pick([0x08, 0x09, 0x0B, 0x0C, 0x0D, 0x0A, 0x0E, 0x0F, 0x7F, 0xC2])]
    }
  }

  /// A sequence that would be visible on the terminal, or change its state, if it were passed through.
  private mutating func terminalSequence() -> String {
    pick([
      "\u{1B}]0;stolen\u{07}", "\u{1B}]2;stolen\u{1B}\\", "\u{1B}]52;c;c3RvbGVu\u{07}", "\u{1B}c",
      "\u{1B}[2J\u{1B}[H",
      "\u{1B}[?1049l", "\u{1B}[?47h", "\u{1B}[?1003h", "\u{1B}[?5h", "\u{1B}[?2026h", "\u{1B}(0", "\u{1B}[4h",
      "\u{07}",
      "\u{1B}[6n", "\u{1B}[c", "\u{1B}P+q544e\u{1B}\\", "\u{1B}_G\u{1B}\\", "\u{1B}#8", "\u{1B}[5;10r",
      "\u{1B}>",
      "\u{9B}2J", "\u{9D}0;stolen\u{9C}", "\u{90}q\u{9C}", "\u{1B}[?25h", "\u{1B}7\u{1B}8",
    ])
  }
}
