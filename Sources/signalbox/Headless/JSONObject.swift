internal import Jobs

/// One line of JSON, whose fields keep the order in which they were added.
struct JSONObject: Sendable {
  private var fields = ""

  /// The object, without the end of the line.
  var text: String { "{\(fields)}" }

  mutating func add(_ name: String, _ value: String?) { addRaw(name, value.map(Self.quoted)) }
  mutating func add(_ name: String, _ value: Bool) { addRaw(name, "\(value)") }
  mutating func add(_ name: String, _ value: (some BinaryInteger)?) { addRaw(name, value.map { "\($0)" }) }

  mutating func add(_ name: String, _ values: [String]) {
    addRaw(name, "[\(values.map(Self.quoted).joined(separator: ","))]")
  }

  private mutating func addRaw(_ name: String, _ value: String?) {
    if !fields.isEmpty { fields += "," }
    fields += "\"\(name)\":\(value ?? "null")"
  }

  /// The text as RFC 8259 wants it. The two line separators of Unicode are escaped too: some readers of lines stop there.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(quoted: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds what `quoted` returns. Works on bytes, and copies what needs no escape in one piece.
  static func append(quoted text: String, to bytes: inout [UInt8]) {
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

  /// True for bytes of which none needs an escape.
  private static func isPlain(_ bytes: ByteLanes) -> Bool {
    !bytes.containsLess(than: 0x20) && !bytes.contains(UInt8(ascii: "\""))
      && !bytes.contains(UInt8(ascii: "\\")) && !bytes.contains(0x7F) && !bytes.contains(0xC2)
      && !bytes.contains(0xE2)
  }

  /// True for a byte that, alone or as the first of a character, is escaped.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xE2: true
    default: false
    }
  }

  /// What stands for the first character, and how many bytes that has; nil when it needs no escape.
  private static func escape(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> (escape: String, length: Int)? {
    switch text.first {
    case UInt8(ascii: "\""): ("\\\"", 1)
    case UInt8(ascii: "\\"): ("\\\\", 1)
    case UInt8(ascii: "\n"): ("\\n", 1)
    case UInt8(ascii: "\r"): ("\\r", 1)
    case UInt8(ascii: "\t"): ("\\t", 1)
    case .some(let byte) where byte < 0x20 || byte == 0x7F:
      ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16), 1)
    case 0xC2 where text.starts(with: "\u{85}".utf8): ("\\u0085", 2)
    case 0xE2 where text.starts(with: "\u{2028}".utf8): ("\\u2028", 3)
    case 0xE2 where text.starts(with: "\u{2029}".utf8): ("\\u2029", 3)
    default: nil
    }
  }
}
