/// Defines which text is safe to show in a terminal.
///
/// Boards, the output of commands and the command line are not trusted. An escape sequence in a title could
/// rename the window or move the cursor, and a bidirectional control could make a command look like a
/// different one.
extension Unicode.Scalar {
  /// A control character, Unicode's category Cc: C0, DEL and C1. ESC, with which escape sequences begin, is
  /// one of them.
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether a terminal could interpret it instead of showing it: a control character, a line or paragraph
  /// separator, or a control of the writing direction (the Unicode property Bidi_Control).
  package var isUnsafeToShow: Bool {
    if value < 0x300 { return isControl }
    return value == 0x2028 || value == 0x2029 || properties.isBidiControl
  }

  /// "U+001B"
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// The text with U+FFFD in place of each scalar that is not safe to show.
  /// - Parameter severalLines: Whether line feeds and tabs are kept.
  package func visible(severalLines: Bool = false) -> String {
    func isShown(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.isUnsafeToShow || (severalLines && (scalar == "\n" || scalar == "\t"))
    }
    if unicodeScalars.allSatisfy(isShown) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isShown($0) ? $0 : "\u{FFFD}" }))
  }
}
