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
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.count - 1
    return lines.enumerated().map { index, line in
      Substring(index < last && line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }
}
