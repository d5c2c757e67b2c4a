import Yams

/// Reads YAML into nodes that know their place.
package struct YAMLReader {
  private let report: Report
  private var disguise: YAMLDisguise

  /// Nodes deeper than this are refused; a board needs five levels.
  private static let depthLimit = 32
  /// Each duplicate key costs one more parse.
  private static let duplicateLimit = 20

  /// The root of the only document, or nil when there is none or the text is not YAML; then the report says so.
  package static func read(_ report: Report) -> YAMLNode? {
    var reader = YAMLReader(report)
    guard !reader.refuseControls(), let root = reader.compose() else { return nil }
    return reader.convert(root, depth: 0)
  }

  private init(_ report: Report) {
    self.report = report
    disguise = YAMLDisguise(report.source)
  }

  /// Yams refuses them too, but counts their place in characters.
  private func refuseControls() -> Bool {
    for number in 1...report.source.lineCount {
      let line = report.source.line(number)
      guard let index = line.firstIndex(where: { $0.isControl && $0 != "\t" }) else { continue }
      report.mistake(
        "control character \(line[index].codePoint)",
        at: TextLocation(line: number, column: index - line.startIndex + 1))
    }
    return !report.isEmpty
  }

  private mutating func compose() -> Node? {
    var duplicates: [TextLocation] = []
    while true {
      do {
        // Neither the default resolver nor the default constructor: a value is what the schema takes it for, so
        // that `key: n` is a letter, and nothing is matched against regular expressions.
        let parser = try Parser(
          yaml: disguise.text, resolver: .basic, constructor: Constructor([:]), encoding: .utf8)
        return try withExtendedLifetime(parser) {
          let root = try parser.singleRoot()
          // An anchor lives only as long as the parser.
          if let root { refuseAnchors(root, depth: 0) }
          return root
        }
      } catch let error as YamlError {
        if case .duplicatedKeysInMapping(_, let context) = error {
          let location = TextLocation(context.mark)
          duplicates.append(location)
          if duplicates.count < Self.duplicateLimit, disguise.disguiseKey(at: location) { continue }
        }
        guard duplicates.isEmpty else {
          // The disguise did not hold, or there are too many: what was found so far is certain.
          for location in duplicates { report.mistake("this key is given more than once", at: location) }
          if duplicates.count == Self.duplicateLimit, let last = duplicates.max() {
            report.mistake(
              "after \(Self.duplicateLimit) such keys no more are looked for, nor other mistakes", at: last)
          }
          return nil
        }
        let mistake = YAMLMistake(error, in: report.source)
        report.mistake(mistake.message, at: mistake.location, hint: mistake.hint)
        return nil
      } catch {
        report.mistake("not valid YAML: \(error)", at: TextLocation(line: 1, column: 1))
        return nil
      }
    }
  }

  private func refuseAnchors(_ node: Node, depth: Int) {
    guard depth < Self.depthLimit else { return }
    if let anchor = node.anchor {
      report.mistake(
        "a \(report.source.kind) has no anchors, such as \(quoted("&\(anchor)"))", at: location(of: node),
        hint: "a text that begins with `&` must be quoted")
    }
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        refuseAnchors(key, depth: depth + 1)
        refuseAnchors(value, depth: depth + 1)
      }
    case .sequence(let sequence):
      for element in sequence { refuseAnchors(element, depth: depth + 1) }
    case .scalar, .alias: break
    }
  }

  private func convert(_ node: Node, depth: Int) -> YAMLNode? {
    let location = location(of: node)
    guard depth < Self.depthLimit else {
      report.mistake("nested too deeply", at: location)
      return nil
    }
    switch node {
    case .scalar(let scalar):
      return YAMLNode(location: location, content: .scalar(reveal(scalar, at: location)))
    case .sequence(let sequence):
      let elements = sequence.compactMap { convert($0, depth: depth + 1) }
      return YAMLNode(location: location, content: .sequence(elements))
    case .mapping(let mapping):
      let entries = mapping.compactMap { pair -> YAMLEntry? in
        guard let key = convert(pair.key, depth: depth + 1),
          let value = convert(pair.value, depth: depth + 1)
        else { return nil }
        return YAMLEntry(key: key, value: value)
      }
      return YAMLNode(location: location, content: .mapping(entries))
    case .alias:
      // Yams makes such nodes only to write them.
      return nil
    }
  }

  private func reveal(_ scalar: Node.Scalar, at location: TextLocation) -> YAMLScalar {
    let parsed = YAMLScalar(text: scalar.string, style: YAMLScalar.Style(scalar.style))
    let (revealed, indicator) = disguise.reveal(parsed, at: location)
    switch indicator {
    case .alias:
      report.mistake(
        "a \(report.source.kind) has no aliases, such as \(quoted(revealed.text))", at: location,
        hint: "a text that begins with `*` must be quoted")
    case .tag:
      report.mistake(
        "a text that begins with `!` must be quoted, or YAML takes it for a tag", at: location,
        hint: "write '\(revealed.text.replacing("'", with: "''"))'")
    case nil: break
    }
    return revealed
  }

  private func location(of node: Node) -> TextLocation {
    node.mark.map(TextLocation.init) ?? TextLocation(line: 1, column: 1)
  }
}

extension YAMLScalar.Style {
  fileprivate init(_ style: Node.Scalar.Style) {
    switch style {
    case .any, .plain: self = .plain
    case .singleQuoted: self = .singleQuoted
    case .doubleQuoted: self = .doubleQuoted
    case .literal, .folded: self = .block
    }
  }
}

extension TextLocation {
  init(_ mark: Mark) {
    self.init(line: mark.line, column: mark.column)
  }
}
