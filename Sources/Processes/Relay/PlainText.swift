/// The output of a command as text, one line after the other.
package enum PlainText {
  package static func of(_ lines: [OutputLine]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.text.utf8.count + 1 })
    for index in lines.indices where lines.isShown(at: index) {
      lines[index].text.withBytes { bytes += $0 }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

extension [OutputLine] {
  /// Whether a line is printed where lines cannot be overwritten: it is no remark, and the next line does not
  /// replace it.
  package func isShown(at index: Int) -> Bool {
    !self[index].isNote && (index + 1 == endIndex || !self[index + 1].overwrites)
  }
}
