import Configuration

extension ValueReader where Value == [PlacedName] {
  /// Names that are typed on a command line.
  static var otherNames: Self {
    let name = ValueReader<PlacedName>(ValueReader<String>.shownText.schema()) { field in
      guard let name = ValueReader<String>.shownText.read(field) else { return nil }
      if name.isEmpty || name.hasPrefix("-") || name.unicodeScalars.contains(where: \.properties.isWhitespace)
      {
        field.mistake(
          "\(quoted(name)) is not a name that can be typed",
          hint: "it has no spaces, and does not begin with `-`")
        return nil
      }
      return PlacedName(name: name, location: field.node.location)
    }
    return name.oneOrMore
  }
}

extension BoardDraft {
  /// Reports other names that are also those of an action, or of two.
  func checkOtherNames(_ report: Report) {
    guard actions.contains(where: { !$0.others.isEmpty }) else { return }
    var lines = Dictionary(actions.map { ($0.id, $0.location.line) }) { first, _ in first }
    for other in actions.flatMap(\.others) {
      if let line = lines[other.name] {
        report.mistake("the name \(quoted(other.name)) is also in line \(line)", at: other.location)
      } else {
        lines[other.name] = other.location.line
      }
    }
  }
}
