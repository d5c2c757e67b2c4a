/// A line that gives a variable of a justfile its value.
struct JustAssignment {
  let name: String
  /// The value, if it is a text; nil if just computes it.
  let value: String?

  /// Nil for a line that is none.
  init?(_ line: Substring) {
    var rest = line.isWord("export") ? line.dropFirst("export".count).trimmed : line
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    rest = rest.dropFirst(name.count).trimmed
    guard !name.isEmpty, rest.hasPrefix(":=") else { return nil }
    rest = rest.dropFirst(2).trimmed
    let text = JustStrings.plainLiteral(&rest)
    self.name = String(name)
    rest = rest.trimmed
    value = rest.isEmpty || rest.first == "#" ? text : nil
  }
}
