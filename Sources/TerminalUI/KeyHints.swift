/// Keys and what they do, in one row: `Enter press  Tab next  q quit`.
///
/// The most important come first. What does not fit is left out from the right, never cut.
public struct KeyHints: Widget, Hashable {
  /// A key's name and what it does in a word.
  public struct Hint: Hashable, Sendable {
    public var key: String
    public var word: String

    public init(key: String, word: String) {
      self.key = key
      self.word = word
    }
  }

  /// The most important first.
  public var hints: [Hint]

  public init(_ hints: [Hint]) {
    self.hints = hints
  }

  public func render(into frame: inout Frame, area: Rect) {
    var row = area.row(0)
    for hint in hints {
      let line = Line([Span(hint.key, .key), Span(" " + hint.word, .dim)])
      guard line.width <= row.width else { return }
      line.render(into: &frame, area: row.cutLeft(line.width))
      _ = row.cutLeft(2)
    }
  }
}
