/// A question in a box in the middle, over a picture that is dimmed.
public struct Dialog: Widget {
  /// An answer: the key that gives it, and what it does in words.
  public struct Choice: Hashable, Sendable {
    public var key: String
    public var title: String

    public init(key: String, title: String) {
      self.key = key
      self.title = title
    }
  }

  public var title: String
  /// What there is to decide; wrapped where it is too long.
  public var text: String
  /// The answers, in the order shown.
  public var choices: [Choice]
  /// The index of the choice that Enter takes.
  public var focus: Int
  public var glyphs: GlyphSet

  public init(title: String, text: String, choices: [Choice], focus: Int = 0, glyphs: GlyphSet) {
    self.title = title
    self.text = text
    self.choices = choices
    self.focus = focus
    self.glyphs = glyphs
  }

  public func render(into frame: inout Frame, area: Rect) {
    let room = min(60, max(0, area.width - 4))
    let answers = self.answers(width: room)
    let widest = ([text.longestLine, TextWidth.of(title) + 2] + answers.map(\.width)).max() ?? 0
    let lines = Paragraph(text).lines(width: min(widest, room))
    let size = Size(width: min(widest, room) + 4, height: lines.count + 1 + answers.count + 2)
    let box = Box(title: title, glyphs: glyphs)
    guard var inside = box.open(in: &frame, area: area, size: size) else { return }
    var below = inside.cutBottom(answers.count)
    for answer in answers { answer.render(into: &frame, area: below.cutTop(1)) }
    Paragraph(lines.joined(separator: "\n"), wraps: false).render(into: &frame, area: inside)
  }

  /// The answers beside each other, or below each other if that is too wide.
  private func answers(width: Int) -> [Line] {
    let all = choices.indices.map(spans)
    let row = Line(Array(all.joined(separator: [Span("  ")])))
    if row.width <= width { return [row] }
    return all.map { Line($0, ellipsis: glyphs.ellipsis) }
  }

  private func spans(of index: Int) -> [Span] {
    let choice = choices[index]
    guard index == focus else {
      return [Span("  "), Span(choice.key, .key), Span(" \(choice.title) ")]
    }
    return [Span("\(glyphs.focus) \(choice.key) \(choice.title) ", .highlight)]
  }
}

extension String {
  fileprivate var longestLine: Int {
    split(separator: "\n").map { TextWidth.of(String($0)) }.max() ?? 0
  }
}
