import TerminalUI

/// The output of a command as text for a terminal, one line after the other, in the colours in which it was
/// printed. No colour is left at the end of a line.
package enum ColoredText {
  package static func of(_ lines: [OutputLine]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines.settled where !line.isErased {
      line.text.withBytes { text in
        var place = 0
        for run in line.styles where run.start < text.count {
          bytes += text[place..<Int(run.start)]
          bytes += "\u{1B}[\(run.style == .plain ? "0" : run.style.sequenceParameters)m".utf8
          place = Int(run.start)
        }
        bytes += text[place...]
      }
      if let last = line.styles.last, last.style != .plain { bytes += "\u{1B}[0m".utf8 }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
