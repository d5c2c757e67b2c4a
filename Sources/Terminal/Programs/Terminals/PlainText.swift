/// The output of a command as text, one line after the other.
package enum PlainText {
  package static func of(_ lines: [OutputLine]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.text.utf8.count + 1 })
    for line in lines.settled where !line.isErased {
      line.text.withBytes { bytes += $0 }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

extension [OutputLine] {
  /// The lines of output as they are printed where lines cannot be replaced: without remarks, and without
  /// lines that others among them replace. A line that replaces one from before these lines is still among
  /// them, before the new lines, and counts from the last line before these.
  package var settled: [OutputLine] {
    guard contains(where: { $0.replaces > 0 || !$0.isPrinted }) else { return self }
    var earlier: [Int: OutputLine] = [:]
    var new: [OutputLine] = []
    for line in self where line.isPrinted {
      let place = new.count - Int(line.replaces)
      if line.replaces == 0 {
        new.append(line)
      } else if place < 0 {
        var line = line
        line.replaces = UInt16(clamping: -place)
        earlier[place] = line
      } else {
        new[place].show(line)
      }
    }
    return earlier.sorted { $0.key < $1.key }.map(\.value) + new
  }
}

extension OutputLine {
  /// Whether the command has erased an earlier line.
  package var isErased: Bool { replaces > 0 && text.isEmpty }

  /// Shows another text in place of this line.
  fileprivate mutating func show(_ line: OutputLine) {
    let (replaced, skipped) = (replaces, skippedBefore)
    self = line
    replaces = replaced
    skippedBefore = skipped
  }
}
