import TerminalUI

/// A line of the last screenful: text of any length, which takes one or more rows of the terminal.
struct ScreenLine: Sendable {
  var text = ""
  var runs: [StyledText.Run] = []
  var isTruncated = false
  /// The number of rows that it takes.
  var rows = 1

  init() {}

  /// A line of plain bytes.
  init(_ text: String, width: Int) {
    self.text = text
    if text.utf8.count > width {
      var measured = StyledText(text, [])
      rows = Self.rows(measured.column(width: width), width)
    }
  }

  init(_ content: consuming StyledText, isTruncated: Bool, byteLimit: Int, width: Int) {
    var content = content
    content.repair()
    self.isTruncated = isTruncated || content.count > byteLimit
    if content.count > byteLimit { content.truncate(to: byteLimit) }
    text = String(decoding: content.bytes, as: UTF8.self)
    runs = content.runs
    if content.count > width { rows = Self.rows(content.column(width: width), width) }
  }

  /// The text of a status, without blanks around it.
  static func text(ofStatus bytes: [UInt8], byteLimit: Int) -> String {
    let blank = UInt8(ascii: " ")
    var content = StyledText()
    content.append(bytes.drop { $0 == blank }.reversed().drop { $0 == blank }.reversed(), .plain)
    return ScreenLine(content, isTruncated: false, byteLimit: byteLimit, width: .max).text
  }

  /// Counts the rows that it takes on a terminal of another width.
  mutating func fold(at width: Int) {
    var measured = StyledText(text, [])
    rows = text.utf8.count > width ? Self.rows(measured.column(width: width), width) : 1
  }

  private static func rows(_ columns: Int, _ width: Int) -> Int { max(1, (columns - 1) / width + 1) }

  /// - Parameters:
  ///   - replaces: See ``OutputLine/replaces``.
  ///   - links: The addresses of its links.
  func output(replacing replaces: Int = 0, links: LinkTable) -> OutputLine {
    var line = OutputLine(text, replaces: replaces, isTruncated: isTruncated)
    if runs.isEmpty { return line }
    var styles: [StyleRun] = []
    for run in runs where run.pen.style != styles.last?.style ?? .plain {
      styles.append(StyleRun(start: run.start, style: run.pen.style))
    }
    line.styles = styles
    line.links = outputLinks(links)
    return line
  }

  private func outputLinks(_ table: LinkTable) -> [OutputLink] {
    var links: [OutputLink] = []
    for (index, run) in runs.enumerated() {
      guard let address = table[run.pen.link] else { continue }
      let end = index + 1 < runs.count ? runs[index + 1].start : text.utf8.count
      if let last = links.last, last.range.upperBound == run.start, last.address == address {
        links[links.count - 1].range = last.range.lowerBound..<end
      } else {
        links.append(OutputLink(range: run.start..<end, address: address))
      }
    }
    return links
  }
}
