internal import Configuration

/// Values of YAML and JSON by their keys. A value of another type is none.
extension YAMLNode {
  /// The value of a key of a mapping.
  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key.scalar?.text == key }?.value
  }

  /// The entries of a mapping whose keys are texts, in their order.
  var entries: [(key: String, line: Int, value: YAMLNode)] {
    guard case .mapping(let entries) = content else { return [] }
    return entries.compactMap { entry in
      entry.key.scalar.map { ($0.text, entry.key.location.line, entry.value) }
    }
  }

  /// The elements of a list.
  var elements: [YAMLNode] {
    if case .sequence(let elements) = content { elements } else { [] }
  }

  /// A text, or a number or another word as text; nil for null.
  var text: String? { scalar.flatMap { $0.isNull ? nil : $0.text } }

  /// The texts of a list, or the only one.
  var texts: [String] {
    if let text { return [text] }
    return elements.compactMap(\.text)
  }

  /// True or false of YAML 1.2.
  var truth: Bool? {
    guard let scalar, scalar.style == .plain else { return nil }
    switch scalar.text.lowercased() {
    case "true": return true
    case "false": return false
    default: return nil
    }
  }

  var integer: Int? { text.flatMap { Int($0) } }

  var isMapping: Bool { if case .mapping = content { true } else { false } }

  /// Variables as a mapping or as a list of `NAME=value`. A name without a value is left out: it is
  /// inherited.
  var variables: [FoundAction.Variable] {
    if isMapping {
      return entries.compactMap { entry in
        entry.value.text.map { FoundAction.Variable(name: entry.key, value: $0) }
      }
    }
    return elements.compactMap { element in
      guard let text = element.text, let sign = text.firstIndex(of: "=") else { return nil }
      return FoundAction.Variable(
        name: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
    }
  }
}
