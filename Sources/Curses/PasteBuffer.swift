/// Text that is being pasted.
struct PasteBuffer {
  /// Bytes that are kept; what comes after is dropped.
  static let limit = 65_536

  private var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) {
    if bytes.count < PasteBuffer.limit { bytes.append(byte) }
  }

  /// The text with plain line ends, and without controls other than those and tabs.
  var text: String {
    let lines = String(decoding: bytes, as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return lines.filter { $0 == "\n" || $0 == "\t" || $0.isTyped }
  }
}

extension Character {
  /// False for controls and for what stands in place of bytes that were no UTF-8.
  var isTyped: Bool {
    !unicodeScalars.contains { $0 == "\u{FFFD}" || $0.properties.generalCategory == .control }
  }
}
