internal import Configuration
internal import Programs

/// Strings of JSON.
package enum JSONText {
  /// The text as a string of JSON (RFC 8259). Characters that are not safe in a terminal are escaped too,
  /// which JSON does not require, and so are the two line separators of Unicode, at which some programs split
  /// lines.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(quoted: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends what `quoted` returns. Works on bytes, and copies bytes without escapes in one piece.
  package static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    text.withBytes { text in
      var start = 0
      var index = 0
      let raw = UnsafeRawBufferPointer(text)
      while index < text.count {
        if text.count - index >= 8, isPlain(ByteLanes(raw, at: index)) {
          index += 8
          continue
        }
        guard mayNeedEscape(text[index]), let (escape, length) = escape(text[index...]) else {
          index += 1
          continue
        }
        bytes += UnsafeBufferPointer(rebasing: text[start..<index])
        bytes += escape.utf8
        index += length
        start = index
      }
      bytes += UnsafeBufferPointer(rebasing: text[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// True if none of the bytes needs an escape.
  private static func isPlain(_ bytes: ByteLanes) -> Bool {
    !bytes.containsLess(than: 0x20) && !bytes.contains(UInt8(ascii: "\""))
      && !bytes.contains(UInt8(ascii: "\\")) && !bytes.contains(0x7F) && !bytes.contains(0xC2)
      && !bytes.contains(0xD8) && !bytes.contains(0xE2)
  }

  /// True for a byte that is escaped, or that begins the UTF-8 of a scalar that may need an escape: C1 (C2),
  /// U+061C (D8), and the separators and marks of direction from U+200E on (E2).
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }

  /// The escape of the first character, and its length in bytes; nil if it needs no escape.
  private static func escape(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> (escape: String, length: Int)? {
    switch text.first {
    case UInt8(ascii: "\""): ("\\\"", 1)
    case UInt8(ascii: "\\"): ("\\\\", 1)
    case UInt8(ascii: "\n"): ("\\n", 1)
    case UInt8(ascii: "\r"): ("\\r", 1)
    case UInt8(ascii: "\t"): ("\\t", 1)
    case .some(let byte):
      String(decoding: text.prefix(byte < 0x80 ? 1 : byte < 0xE0 ? 2 : 3), as: UTF8.self).unicodeScalars.first
        .flatMap { scalar in
          guard scalar.isUnsafeToShow else { return nil }
          let digits = String(scalar.value, radix: 16)
          return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits, scalar.utf8.count)
        }
    case nil: nil
    }
  }
}
