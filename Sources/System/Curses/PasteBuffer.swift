/// Text that is being pasted.
struct PasteBuffer {
  /// The maximum number of bytes; the rest is dropped.
  static let limit = 65_536

  private var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) {
    if bytes.count < PasteBuffer.limit { bytes.append(byte) }
  }

  /// The text with `\n` as line ends, and without control characters except line ends and tabs.
  var text: String {
    let lines = String(decoding: bytes, as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return lines.filter { $0 == "\n" || $0 == "\t" || $0.isTyped }
  }
}

extension Character {
  /// False for control characters and for U+FFFD, which replaces invalid UTF-8.
  var isTyped: Bool {
    !unicodeScalars.contains { $0 == "\u{FFFD}" || $0.properties.generalCategory == .control }
  }
}
