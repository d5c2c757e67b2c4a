/// Key names and their effects in one row: `Enter press Tab next q quit`.
///
/// Hints that do not fit are omitted, starting with the last. No hint is truncated.
public struct KeyHints: Widget, Hashable {
  /// The name of a key, and a word for its effect.
  public struct Hint: Hashable, Sendable {
    public var key: String
    public var word: String

    public init(key: String, word: String) {
      self.key = key
      self.word = word
    }

    fileprivate var line: Line { Line([Span(key, .key), Span(" " + word, .dim)]) }
  }

  /// The hints, most important first.
  public var hints: [Hint]

  public init(_ hints: [Hint]) {
    self.hints = hints
  }

  /// The index of the hint at a point, for hints drawn in this area; nil for none.
  public func index(at point: Point, in area: Rect) -> Int? {
    columns(in: area).firstIndex { $0.contains(point) }
  }

  public func render(into frame: inout Frame, area: Rect) {
    for (hint, place) in zip(hints, columns(in: area)) { hint.line.render(into: &frame, area: place) }
  }

  /// The positions of the hints that fit.
  private func columns(in area: Rect) -> [Rect] {
    var row = area.row(0)
    var columns: [Rect] = []
    for hint in hints {
      let width = hint.line.width
      guard width <= row.width else { break }
      columns.append(row.cutLeft(width))
      _ = row.cutLeft(2)
    }
    return columns
  }
}
