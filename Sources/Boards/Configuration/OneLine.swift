extension StringProtocol {
  /// The text as one line that is safe to show: tabs and line breaks become spaces, and what a terminal could
  /// interpret becomes U+FFFD.
  /// - Parameter limit: The most characters; the last one is `…` if there are more.
  package func oneLine(limit: Int) -> String {
    if isPlainLine(limit: limit) { return String(self) }
    var text = String.UnicodeScalarView()
    var wasSpace = true
    for scalar in unicodeScalars.prefix(limit * 4) {
      let isSpace = scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
      if isSpace && wasSpace { continue }
      wasSpace = isSpace
      // The text can be part of a comment of YAML, which does not allow these.
      let isRefused = scalar == "\u{FEFF}" || scalar == "\u{FFFE}" || scalar == "\u{FFFF}"
      text.append(isSpace ? " " : isRefused ? "\u{FFFD}" : scalar)
    }
    var line = String(text).visible()
    while line.last == " " { line.removeLast() }
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }

  /// Whether it is one line of visible ASCII characters with single spaces between them, as most texts are.
  private func isPlainLine(limit: Int) -> Bool {
    var count = 0
    var last = UInt8(ascii: " ")
    for byte in utf8 {
      let isSpace = byte == UInt8(ascii: " ")
      guard isSpace ? last != byte : (0x21...0x7E).contains(byte), count < limit else { return false }
      count += 1
      last = byte
    }
    return last != UInt8(ascii: " ")
  }
}
