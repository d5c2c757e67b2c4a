/// Frames as text, for tests in which the expected picture stands as a literal.
extension Frame {
  /// The rows joined by line ends, without spaces at the end of each row.
  public var text: String {
    lines { $0.text }
  }

  /// A letter for the style of each cell, arranged as in `text`; a space for the plain style, `?` for a style that the
  /// legend does not have.
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
