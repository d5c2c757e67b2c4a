extension StringProtocol {
  /// The text as one line that is safe to show: tabs and line breaks become spaces, and what a terminal could
  /// interpret becomes U+FFFD.
  /// - Parameter limit: The most characters; the last one is `…` if there are more.
  package func oneLine(limit: Int) -> String {
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
}
