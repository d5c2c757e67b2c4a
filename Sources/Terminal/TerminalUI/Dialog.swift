/// A question in a box in the middle of a dimmed picture.
public struct Dialog: Widget {
  /// An answer: its key and its title.
  public struct Choice: Hashable, Sendable {
    /// The name of the key; empty if it has none.
    public var key: String
    public var title: String
    /// Why the answer is not available now; nil if it is.
    public var hindrance: String?

    public init(key: String, title: String, hindrance: String? = nil) {
      self.key = key
      self.title = title
      self.hindrance = hindrance
    }
  }

  public var title: String
  /// The text of the question; wrapped if it is too long.
  public var text: String
  /// The answers, in the order shown.
  public var choices: [Choice]
  /// The index of the answer that Enter gives; nil for none.
  public var focus: Int?
  public var glyphs: GlyphSet

  public init(title: String, text: String, choices: [Choice], focus: Int? = 0, glyphs: GlyphSet) {
    self.title = title
    self.text = text
    self.choices = choices
    self.focus = focus
    self.glyphs = glyphs
  }

  /// The positions of all parts in an area.
  struct Arrangement {
    let outline: Rect
    let text: Rect
    let lines: [String]
    let answers: Rect
    /// The width of each answer if they are arranged in a row; nil if they are arranged in a column.
    let columns: [Int]?
  }

  /// The rectangle of the box in an area, including its frame.
  public func outline(in area: Rect) -> Rect { arrangement(in: area).outline }

  /// The index of the choice at a point, for a dialog drawn in this area; nil for none.
  public func choice(at point: Point, in area: Rect) -> Int? {
    let arrangement = arrangement(in: area)
    let answers = arrangement.answers
    guard answers.contains(point) else { return nil }
    guard let columns = arrangement.columns else {
      return window(answers.height).index(inRow: point.y - answers.y)
    }
    var start = answers.x
    for (index, width) in columns.enumerated() {
      if (start..<(start + width)).contains(point.x) { return index }
      start += width + Self.gap
    }
    return nil
  }

  public func render(into frame: inout Frame, area: Rect) {
    let arrangement = arrangement(in: area)
    let box = Box(title: title, glyphs: glyphs)
    guard box.open(in: &frame, area: area, size: arrangement.outline.size) != nil else { return }
    if arrangement.columns != nil {
      Line(
        Array(choices.indices.map(spans).joined(separator: [Span(String(repeating: " ", count: Self.gap))]))
      )
      .render(into: &frame, area: arrangement.answers)
    } else {
      List(lines, focus: focus, glyphs: glyphs).render(into: &frame, area: arrangement.answers)
    }
    Paragraph(arrangement.lines.joined(separator: "\n"), wraps: false)
      .render(into: &frame, area: arrangement.text)
  }

  private static let gap = 2

  func arrangement(in area: Rect) -> Arrangement {
    let room = min(60, max(0, area.width - 4))
    let columns = self.columns(width: room)
    let rows = columns == nil ? choices.count : 1
    let answerWidth =
      columns.map { $0.reduce(0, +) + Self.gap * max(0, $0.count - 1) } ?? lines.map(\.width).max() ?? 0
    let width = min([text.longestLine, TextWidth.of(title) + 2, answerWidth].max() ?? 0, room)
    let paragraph = Paragraph(text).lines(width: width)
    let size = Size(width: width + 4, height: paragraph.count + 1 + rows + 2)
    let outline = area.centered(size)
    var inside = outline.inset(horizontal: 2, vertical: 1)
    let answers = inside.cutBottom(rows)
    return Arrangement(outline: outline, text: inside, lines: paragraph, answers: answers, columns: columns)
  }

  /// The widths of the answers if they can be arranged in a row: all are available, and there is room.
  private func columns(width: Int) -> [Int]? {
    guard choices.allSatisfy({ $0.hindrance == nil }) else { return nil }
    let widths = choices.indices.map { Line(spans(of: $0)).width }
    return widths.reduce(0, +) + Self.gap * max(0, choices.count - 1) <= width ? widths : nil
  }

  private func window(_ height: Int) -> ScrollWindow {
    ScrollWindow(count: choices.count, height: height, focus: focus)
  }

  /// The answers in a column, each followed by the reason why it is not available.
  private var lines: [Line] {
    let widest = choices.indices.map { Line(spans(of: $0)).width }.max() ?? 0
    return choices.indices.map { index in
      let answer = spans(of: index)
      let gap = String(repeating: " ", count: widest - Line(answer).width + Self.gap)
      let hindrance = choices[index].hindrance.map { [Span(gap + $0, .dim)] } ?? []
      return Line(answer + hindrance, ellipsis: glyphs.ellipsis)
    }
  }

  private func spans(of index: Int) -> [Span] {
    let choice = choices[index]
    let sign = index == focus ? "\(glyphs.focus) " : "  "
    let words = (choice.key.isEmpty ? "" : " ") + choice.title + " "
    if choice.hindrance != nil { return [Span(sign + choice.key + words, .dim)] }
    if index == focus { return [Span(sign + choice.key + words, .highlight)] }
    return [Span(sign), Span(choice.key, .key), Span(words)]
  }
}

extension String {
  fileprivate var longestLine: Int {
    split(separator: "\n").map { TextWidth.of(String($0)) }.max() ?? 0
  }
}
