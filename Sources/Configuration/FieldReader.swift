/// Reads the keys of one YAML mapping. A key that nobody read is unknown.
///
///     var fields = FieldReader(node, named: "network", report)
///     let startDelay = fields.read("start-delay", .duration)
///     fields.finish()
package struct FieldReader {
  private let entries: [String: YAMLEntry]
  private let report: Report
  /// The keys asked for so far, in that order: the known ones.
  private var known: [String] = []

  /// Refuses what is no mapping; then there is nothing to read, and nil is returned.
  package init?(_ node: YAMLNode, named name: @autoclosure () -> String, _ report: Report) {
    guard let entries = Self.entries(of: node, named: name(), report) else { return nil }
    self.entries = Dictionary(entries, uniquingKeysWith: { first, _ in first })
    self.report = report
  }

  /// The entries of a mapping whose keys are texts, in the order of the file, duplicates included. Mistakes go to
  /// the report; nil when the node is no mapping.
  package static func entries(
    of node: YAMLNode, named name: @autoclosure () -> String, _ report: Report
  ) -> [(String, YAMLEntry)]? {
    guard case .mapping(let all) = node.content else {
      report.mistake("\(name()) must be a mapping, not \(node.description)", at: node.location)
      return nil
    }
    return all.compactMap { entry in
      guard let key = entry.key.scalar?.text else {
        report.mistake("a key must be a text, not \(entry.key.description)", at: entry.key.location)
        return nil
      }
      return (key, entry)
    }
  }

  /// The value of a key, nil when the key is absent or its value is a mistake, which is then reported.
  package mutating func read<Value>(_ key: String, _ reader: ValueReader<Value>) -> Value? {
    known.append(key)
    guard let entry = entries[key] else { return nil }
    return reader.read(Field(name: quoted(key), node: entry.value, report: report))
  }

  /// Where a key stands, nil when it is absent.
  package func location(of key: String) -> TextLocation? {
    entries[key]?.key.location
  }

  /// Reports the keys that were not asked for.
  package func finish() {
    for (key, entry) in entries where !known.contains(key) {
      report.mistake(
        "unknown key \(quoted(key))", at: entry.key.location,
        hint: Suggestion.hint(for: key, among: known)
          ?? "known here: \(known.map(quoted).joined(separator: ", "))")
    }
  }
}

/// The value of one key while it is read.
package struct Field {
  package let node: YAMLNode
  package let report: Report
  private let makeName: () -> String

  package init(name: @autoclosure @escaping () -> String, node: YAMLNode, report: Report) {
    makeName = name
    self.node = node
    self.report = report
  }

  /// What messages call it, for instance the key in backquotes; made only when there is something to say.
  package var name: String { makeName() }

  package func mistake(_ message: String, hint: String? = nil) {
    report.mistake(message, at: node.location, hint: hint)
  }

  /// Reports that the value is not what it must be: "`timeout` must be a duration, not `5 sec`".
  package func mustBe(_ expected: String, hint: String? = nil) {
    mistake("\(name) must be \(expected), not \(node.description)", hint: hint)
  }

  /// Where a Unicode scalar of the value stands, a single value, by how many come before it.
  package func locations(in scalar: YAMLScalar) -> (_ offset: Int) -> TextLocation {
    let locations = ScalarCursor.locations(of: scalar, at: node.location, in: report.source)
    return { offset in locations[min(max(offset, 0), locations.count - 1)] }
  }
}
