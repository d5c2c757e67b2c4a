package import Configuration

/// A Markdown document with tables of options. Everything between them is written by hand.
package struct MarkdownTables {
  package private(set) var text: String

  package init(_ text: String) {
    self.text = text
  }

  /// Writes the first table below a heading.
  /// - Returns: Whether there is such a table.
  package mutating func write(_ mapping: MappingSchema, below heading: String) -> Bool {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: heading),
      let first = lines[start...].firstIndex(where: { $0.hasPrefix("| key |") })
    else { return false }
    let end = lines[first...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    lines.replaceSubrange(first..<end, with: Self.table(mapping))
    text = lines.joined(separator: "\n")
    return true
  }

  private static func table(_ mapping: MappingSchema) -> [String] {
    let rows = mapping.options.map { option in
      let example = option.example.map { "`\($0)`" } ?? "see below"
      let fallback = option.isRequired ? "required" : option.fallback ?? "see below"
      return "| `\(option.key)` | \(option.value.type) | \(fallback) | \(option.meaning) | \(example) |"
        .replacing("|  |", with: "| |")
    }
    return ["| key | type | default | meaning | example |", "|---|---|---|---|---|"] + rows
  }
}

extension ValueSchema {
  /// Every mapping with known keys, from the outermost to the innermost, each once.
  package var mappings: [MappingSchema] {
    var mappings: [MappingSchema] = []
    collect(shape, into: &mappings)
    return mappings
  }

  private func collect(_ shape: Shape, into mappings: inout [MappingSchema]) {
    switch shape {
    case .list(let inner), .dictionary(let inner, _), .named(_, _, let inner):
      collect(inner, into: &mappings)
    case .either(let shapes):
      for shape in shapes { collect(shape, into: &mappings) }
    case .mapping(let mapping) where !mappings.contains { $0.name == mapping.name }:
      mappings.append(mapping)
      for option in mapping.options { collect(option.value.shape, into: &mappings) }
    default: break
    }
  }
}
