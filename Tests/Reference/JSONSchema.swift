package import Configuration

/// A JSON Schema, draft 7, with which editors validate a file.
package struct JSONSchema {
  private var definitions: [JSON.Member] = []
  private var root = JSON.object([:])

  /// - Parameters:
  ///   - schema: The schema of the whole file.
  ///   - title: What the file is.
  ///   - meaning: What the file is for, and what the JSON Schema does not check.
  ///   - allowsEmpty: Whether an empty file is valid.
  package init(of schema: ValueSchema, title: String, meaning: String, allowsEmpty: Bool = false) {
    guard case .mapping(let mapping) = schema.shape else { return }
    root = JSON.object([
      "$schema": .text("http://json-schema.org/draft-07/schema#"), "title": .text(title),
      "description": .text(meaning),
    ])
    let content = object(
      mapping, type: allowsEmpty ? .list([.text("object"), .text("null")]) : .text("object"))
    if case .object(let head) = root, case .object(let members) = content {
      root = .object(head + members + [.init(name: "definitions", value: .object(definitions))])
    }
  }

  /// The content of the JSON file.
  package var text: String { root.formatted() + "\n" }

  /// The definitions of nested mappings precede those of the mappings that use them.
  private mutating func json(_ shape: ValueSchema.Shape) -> JSON {
    switch shape {
    case .text(let allowsEmpty):
      let types = JSON.list(["string", "number", "boolean"].map(JSON.text))
      return allowsEmpty ? .object(["type": types]) : .object(["type": types, "minLength": .number(1)])
    case .string(nil): return .object(["type": .text("string")])
    case .string(let pattern?): return .object(["type": .text("string"), "pattern": .text(pattern)])
    case .integer(let range):
      return .object([
        "type": .text("integer"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      ])
    case .number(let bound):
      return .object(["type": .text("number"), "exclusiveMinimum": .number(bound)])
    case .boolean: return .object(["type": .text("boolean")])
    case .null: return .object(["type": .text("null")])
    case .words(let words): return .object(["enum": .list(words.map(JSON.text))])
    case .list(let element):
      return .object(["type": .text("array"), "minItems": .number(1), "items": json(element)])
    case .dictionary(let value, let allowsEmpty):
      let open = JSON.object(["type": .text("object"), "additionalProperties": json(value)])
      return allowsEmpty ? open : open.adding(["minProperties": .number(1)])
    case .either(let shapes): return .object(["anyOf": .list(shapes.map { json($0) })])
    case .mapping(let mapping): return reference(mapping.name) { $0.object(mapping) }
    case .named(let name, let meaning, let shape):
      return reference(name) { schema in
        let content = schema.json(shape)
        return meaning.map { content.adding(["description": .text(Self.sentence($0))]) } ?? content
      }
    }
  }

  private mutating func reference(_ name: String, _ define: (inout Self) -> JSON) -> JSON {
    if !definitions.contains(where: { $0.name == name }) {
      let definition = define(&self)
      definitions.append(.init(name: name, value: definition))
    }
    return .object(["$ref": .text("#/definitions/\(name)")])
  }

  private mutating func object(_ mapping: MappingSchema, type: JSON = .text("object")) -> JSON {
    let properties = mapping.options.map { option in
      var meaning = Self.sentence(option.meaning)
      if let fallback = option.fallback, !fallback.isEmpty { meaning += " Default: \(Self.plain(fallback))." }
      return JSON.Member(
        name: option.key, value: json(option.value.shape).adding(["description": .text(meaning)]))
    }
    let required = mapping.options.filter(\.isRequired).map { JSON.text($0.key) }
    var object = JSON.object(["type": type, "additionalProperties": .truth(false)])
    if !required.isEmpty { object = object.adding(["required": .list(required)]) }
    if !mapping.alternatives.isEmpty {
      let rules = mapping.alternatives.map { JSON.object(["required": .list([.text($0)])]) }
      object = object.adding(["oneOf": .list(rules)])
    }
    return object.adding(["properties": .object(properties)])
  }

  private static func sentence(_ phrase: String) -> String {
    let text = plain(phrase)
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Markdown without links and backquotes.
  private static func plain(_ markdown: String) -> String {
    markdown.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.output.1 }.replacing("`", with: "")
  }
}
