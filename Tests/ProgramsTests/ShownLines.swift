@testable import Programs

/// The lines of an output as a log shows them: each one replaces the line that it says.
struct ShownLines {
  private(set) var lines: [OutputLine] = []
  private(set) var statuses: [String] = []
  private(set) var remarks: [String] = []

  /// Decodes an output that arrives in these chunks.
  init(_ chunks: [[UInt8]], by decoder: OutputDecoder = OutputDecoder()) {
    var decoder = decoder
    for chunk in chunks {
      for line in decoder.decode(chunk) { show(line) }
    }
    if let last = decoder.finish() { show(last) }
  }

  init(_ output: String, by decoder: OutputDecoder = OutputDecoder()) {
    self.init([Array(output.utf8)], by: decoder)
  }

  var texts: [String] { lines.map(\.text) }

  private mutating func show(_ line: OutputLine) {
    switch line.kind {
    case .status: statuses.append(line.text)
    case .output where line.replaces == 0: lines.append(line)
    case .output where lines.count >= Int(line.replaces): lines[lines.count - Int(line.replaces)] = line
    case .output: lines.append(OutputLine("replaces a line that was not delivered"))
    default: remarks.append(line.text)
    }
  }

  /// The rows that a terminal of this width shows, without blanks at their ends and blank rows at the end.
  func rows(width: Int) -> [String] {
    var rows: [String] = []
    for line in lines {
      var rest = StyledText(line.text, [])
      repeat {
        let row: StyledText
        (row, rest) = rest.split(at: width, width: width)
        rows.append(String(decoding: row.bytes, as: UTF8.self).withoutBlanksAtEnd)
      } while !rest.isEmpty
    }
    while rows.last == "" { rows.removeLast() }
    return rows
  }
}

extension String {
  var withoutBlanksAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
