internal import Configuration

extension StringProtocol {
  /// The text as one line that is safe to show: tabs and line breaks become spaces, and what a terminal could
  /// interpret becomes U+FFFD.
  /// - Parameter limit: The most characters; the last one is `…` if there are more.
  func oneLine(limit: Int) -> String {
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

extension Substring {
  /// Without spaces and tabs at both ends.
  var trimmed: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" || first == "\r" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return text
  }
}

extension String {
  var trimmed: String { String(self[...].trimmed) }

  /// The lines, without their ends, also those of other systems.
  var lines: [Substring] {
    let text = unicodeScalars.first == "\u{FEFF}" ? self[...].dropFirst() : self[...]
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }
}
