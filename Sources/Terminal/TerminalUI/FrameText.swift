/// Frames as text, for tests that contain the expected picture as a literal.
extension Frame {
  /// The rows, joined by line feeds, without trailing spaces.
  public var text: String {
    lines { $0.text }
  }

  /// A letter for the style of each cell, arranged as in `text`. The plain style is a space; a style that is
  /// not in the legend is `?`.
  public func styles(legend: [Style: Character]) -> String {
    lines { cell in
      if let letter = legend[cell.style] { return String(letter) }
      return cell.style == .plain ? " " : "?"
    }
  }

  private func lines(_ text: (Cell) -> String) -> String {
    (0..<size.height).map { y in
      var line = row(y).map(text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
