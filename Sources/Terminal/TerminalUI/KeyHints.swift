/// Key names and their effects in one row, in groups: `? help  q quit │ Enter press  Down next`.
///
/// Hints that do not fit are omitted, starting with the last. No hint is truncated.
public struct KeyHints: Widget, Hashable {
  /// The name of a key, and a word for its effect.
  public struct Hint: Hashable, Sendable {
    public var key: String
    public var word: String
    /// The hints with the same number are drawn beside each other, and groups in the order of their numbers.
    public var group: Int

    public init(key: String, word: String, group: Int = 0) {
      self.key = key
      self.word = word
      self.group = group
    }

    fileprivate var line: Line { Line([Span(key, .key), Span(" " + word, .dim)]) }
    /// The columns that it needs.
    public var width: Int { TextWidth.of(key) + 1 + TextWidth.of(word) }
  }

  /// The hints, most important first.
  public var hints: [Hint]
  /// Drawn between groups.
  public var separator: Character

  public init(_ hints: [Hint], separator: Character = "│") {
    self.hints = hints
    self.separator = separator
  }

  /// The index of the hint at a point, for hints drawn in this area; nil for none.
  public func index(at point: Point, in area: Rect) -> Int? {
    places(in: area).first { $0.place.contains(point) }?.index
  }

  public func render(into frame: inout Frame, area: Rect) {
    var last: (group: Int, end: Int)?
    for (index, place) in places(in: area) {
      if let last, last.group != hints[index].group {
        frame.draw(String(separator), at: Point(x: last.end + 1, y: place.y), style: .dim, within: area)
      }
      hints[index].line.render(into: &frame, area: place)
      last = (hints[index].group, place.columns.upperBound)
    }
  }

  private static let (gap, groupGap) = (2, 3)

  /// The hints that fit, from left to right, and where they are.
  private func places(in area: Rect) -> [(index: Int, place: Rect)] {
    var row = area.row(0)
    var places: [(index: Int, place: Rect)] = []
    var group: Int?
    for (index, width) in fittingHints(width: row.width) {
      if let group { _ = row.cutLeft(group == hints[index].group ? Self.gap : Self.groupGap) }
      group = hints[index].group
      places.append((index, row.cutLeft(width)))
    }
    return places
  }

  /// The indices and the widths of the hints that fit, in the order of their groups.
  private func fittingHints(width: Int) -> [(index: Int, width: Int)] {
    var used = 0
    // There are few groups.
    var groups: [Int] = []
    var fitting: [(index: Int, width: Int)] = []
    for (index, hint) in hints.enumerated() {
      let isNew = !groups.contains(hint.group)
      if isNew { groups.append(hint.group) }
      let hintWidth = hint.width
      used += (index == 0 ? 0 : isNew ? Self.groupGap : Self.gap) + hintWidth
      if used > width { break }
      fitting.append((index, hintWidth))
    }
    // Hints of the same group keep their order.
    return fitting.sorted { (hints[$0.index].group, $0.index) < (hints[$1.index].group, $1.index) }
  }
}
