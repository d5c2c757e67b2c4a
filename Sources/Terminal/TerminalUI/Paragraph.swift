/// Text in several rows. Long lines are either wrapped between words or truncated at the right edge.
public struct Paragraph: Widget, Hashable {
  public var text: String
  public var style: Style
  /// True if long lines are wrapped, false if they are truncated.
  public var wraps: Bool

  public init(_ text: String, style: Style = .plain, wraps: Bool = true) {
    self.text = text
    self.style = style
    self.wraps = wraps
  }

  /// The rows of the text at this width.
  public func lines(width: Int) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return wraps ? lines.flatMap { Paragraph.wrap($0, width: width) } : lines.map(String.init)
  }

  public func render(into frame: inout Frame, area: Rect) {
    for (index, line) in lines(width: area.width).prefix(area.height).enumerated() {
      frame.draw(line, at: Point(x: area.x, y: area.y + index), style: style, within: area)
    }
  }

  /// Breaks between words, and inside a word only if it is wider than a row. The spaces before and between
  /// the words of a row remain, such as the indentation of a script.
  private static func wrap(_ line: Substring, width: Int) -> [String] {
    guard width > 0 else { return [] }
    var rows: [String] = []
    var row = ""
    var rowWidth = 0
    var gap = 0
    for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { gap += 1 }
      if word.isEmpty { continue }
      let wordWidth = TextWidth.of(String(word))
      defer { gap = 0 }
      if rowWidth + gap + wordWidth <= width {
        row += String(repeating: " ", count: gap) + word
        rowWidth += gap + wordWidth
        continue
      }
      if rowWidth > 0 { rows.append(row) }
      row = ""
      rowWidth = 0
      for character in word {
        let characterWidth = TextWidth.of(character)
        if rowWidth > 0, rowWidth + characterWidth > width {
          rows.append(row)
          row = ""
          rowWidth = 0
        }
        row.append(character)
        rowWidth += characterWidth
      }
    }
    return rows + [row]
  }
}
