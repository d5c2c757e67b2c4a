internal import Jobs
internal import Processes

/// The output of a command as text, one line after the other.
enum PlainText {
  static func of(_ lines: [OutputLine]) -> [UInt8] {
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
  /// Whether a line is worth printing where nothing can be overwritten: it is no remark, and its successor does not take
  /// its place.
  func isShown(at index: Int) -> Bool {
    !self[index].isNote && (index + 1 == endIndex || !self[index + 1].overwrites)
  }
}

extension String {
  /// Calls `body` with the UTF-8 of the text where it stands; a text that has none there is copied.
  func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if utf8.withContiguousStorageIfAvailable(body) == nil { Array(utf8).withUnsafeBufferPointer(body) }
  }
}
