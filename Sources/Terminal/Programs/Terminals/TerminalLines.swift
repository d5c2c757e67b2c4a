package import TerminalUI

/// Prints lines on a terminal, and changes lines there that a command changes: progress bars move in place.
///
/// A line that has left the screen, or takes several rows, is printed again below instead.
package struct TerminalLines: Sendable {
  /// The rows of the lines that were printed one after the other, the last one last.
  private var rows: [Int] = []

  package init() {}

  /// Something else is printed: what is above it stays as it is.
  package mutating func forget() { rows = [] }

  /// - Parameters:
  ///   - hasColor: Whether the lines have their colours and attributes.
  ///   - size: The size of the terminal; nil if it is not known.
  package mutating func text(of lines: [OutputLine], hasColor: Bool, size: Size?) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines.settled {
      let count = size.map { max(1, (TextWidth.of(line.text) - 1) / max(1, $0.width) + 1) } ?? 1
      if line.replaces > 0, let size, replace(line, hasColor, rowCount: count, in: size, &bytes) { continue }
      if line.isErased { continue }
      line.append(to: &bytes, hasColor: hasColor)
      bytes.append(UInt8(ascii: "\n"))
      rows.append(count)
    }
    if let size, rows.count > size.height { rows.removeFirst(rows.count - size.height) }
    return bytes
  }

  /// Writes a line over the one that it replaces. Returns false if that is not possible.
  private func replace(
    _ line: OutputLine, _ hasColor: Bool, rowCount: Int, in size: Size, _ bytes: inout [UInt8]
  ) -> Bool {
    let count = Int(line.replaces)
    guard count <= rows.count, rowCount == 1, rows[rows.count - count] == 1 else { return false }
    let distance = rows.suffix(count).reduce(0, +)
    guard distance < size.height else { return false }
    bytes += "\u{1B}[\(distance)A\r\u{1B}[K".utf8
    line.append(to: &bytes, hasColor: hasColor)
    bytes += "\u{1B}[\(distance)B\r".utf8
    return true
  }
}

extension OutputLine {
  /// Adds the text with its colours, for a terminal. No colour is left at the end.
  package func append(to bytes: inout [UInt8], hasColor: Bool) {
    text.withBytes { text in
      var place = 0
      for run in hasColor ? styles : [] where run.start < text.count {
        bytes += text[place..<Int(run.start)]
        bytes += "\u{1B}[\(run.style == .plain ? "0" : run.style.sequenceParameters)m".utf8
        place = Int(run.start)
      }
      bytes += text[place...]
    }
    if hasColor, let last = styles.last, last.style != .plain { bytes += "\u{1B}[0m".utf8 }
  }
}
