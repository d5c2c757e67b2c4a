import Configuration
import Foundation

@testable import Board

/// Validates boards by a JSON Schema, draft 7. Throws an error for keywords that it does not support.
final class Schema: Decodable {
  private let reference: String?
  private let types: [String]?
  private let words: [String]?
  private let pattern: String?
  private let minLength: Int?
  private let minimum: Double?
  private let maximum: Double?
  private let exclusiveMinimum: Double?
  private let items: Schema?
  private let minItems: Int?
  let properties: [String: Schema]
  private let additionalProperties: Schema?
  let isClosed: Bool
  private let required: [String]
  private let minProperties: Int?
  private let maxProperties: Int?
  private let anyOf: [Schema]?
  private let oneOf: [Schema]?
  let definitions: [String: Schema]

  private enum Key: String, CodingKey, CaseIterable {
    case reference = "$ref"
    case types = "type"
    case words = "enum"
    case dialect = "$schema"
    case pattern, minLength, minimum, maximum, exclusiveMinimum, items, minItems, properties,
      additionalProperties
    case required, minProperties, maxProperties, anyOf, oneOf, definitions, title, description
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct UnknownKeyword: Error {
    let keyword: String
  }

  init(from decoder: any Decoder) throws {
    for name in try decoder.container(keyedBy: Name.self).allKeys where Key(rawValue: name.stringValue) == nil
    {
      throw UnknownKeyword(keyword: name.stringValue)
    }
    let values = try decoder.container(keyedBy: Key.self)
    reference = try values.decodeIfPresent(String.self, forKey: .reference)
    let type = try? values.decode(String.self, forKey: .types)
    types = try type.map { [$0] } ?? values.decodeIfPresent([String].self, forKey: .types)
    words = try values.decodeIfPresent([String].self, forKey: .words)
    pattern = try values.decodeIfPresent(String.self, forKey: .pattern)
    minLength = try values.decodeIfPresent(Int.self, forKey: .minLength)
    minimum = try values.decodeIfPresent(Double.self, forKey: .minimum)
    maximum = try values.decodeIfPresent(Double.self, forKey: .maximum)
    exclusiveMinimum = try values.decodeIfPresent(Double.self, forKey: .exclusiveMinimum)
    items = try values.decodeIfPresent(Schema.self, forKey: .items)
    minItems = try values.decodeIfPresent(Int.self, forKey: .minItems)
    properties = try values.decodeIfPresent([String: Schema].self, forKey: .properties) ?? [:]
    isClosed = (try? values.decode(Bool.self, forKey: .additionalProperties)) == false
    additionalProperties =
      isClosed ? nil : try values.decodeIfPresent(Schema.self, forKey: .additionalProperties)
    required = try values.decodeIfPresent([String].self, forKey: .required) ?? []
    minProperties = try values.decodeIfPresent(Int.self, forKey: .minProperties)
    maxProperties = try values.decodeIfPresent(Int.self, forKey: .maxProperties)
    anyOf = try values.decodeIfPresent([Schema].self, forKey: .anyOf)
    oneOf = try values.decodeIfPresent([Schema].self, forKey: .oneOf)
    definitions = try values.decodeIfPresent([String: Schema].self, forKey: .definitions) ?? [:]
  }

  /// Whether a board is valid.
  func accepts(_ text: String) -> Bool {
    let report = Report(SourceText(file: "board.yml", kind: "board", text: text))
    return YAMLReader.read(report).map { accepts($0, self) } ?? false
  }

  private func accepts(_ node: YAMLNode, _ root: Schema) -> Bool {
    if let reference {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      return root.definitions[name]?.accepts(node, root) ?? false
    }
    if words != nil, node.scalar == nil { return false }
    if let types, !types.contains(where: node.isOfType) { return false }
    if let anyOf, !anyOf.contains(where: { $0.accepts(node, root) }) { return false }
    if let oneOf, oneOf.count(where: { $0.accepts(node, root) }) != 1 { return false }
    switch node.content {
    case .scalar(let scalar): return accepts(scalar, isText: node.isOfType("string"))
    case .sequence(let elements):
      return elements.count >= minItems ?? 0
        && elements.allSatisfy { element in items.map { $0.accepts(element, root) } ?? true }
    case .mapping(let entries): return accepts(entries, root)
    }
  }

  private func accepts(_ scalar: YAMLScalar, isText: Bool) -> Bool {
    if let words, !words.contains(scalar.text) { return false }
    if isText {
      if scalar.text.unicodeScalars.count < minLength ?? 0 { return false }
      return pattern.map { scalar.text.range(of: $0, options: .regularExpression) != nil } ?? true
    }
    guard let number = Double(scalar.text) else { return true }
    return number >= minimum ?? number && number <= maximum ?? number
      && exclusiveMinimum.map { number > $0 } ?? true
  }

  private func accepts(_ entries: [YAMLEntry], _ root: Schema) -> Bool {
    let values = Dictionary(
      entries.map { ($0.key.scalar?.text ?? "", $0.value) }, uniquingKeysWith: { first, _ in first })
    return required.allSatisfy { values[$0] != nil } && values.count >= minProperties ?? 0
      && values.count <= maxProperties ?? .max
      && values.allSatisfy { key, value in
        if let property = properties[key] { return property.accepts(value, root) }
        return isClosed ? false : additionalProperties?.accepts(value, root) ?? true
      }
  }
}

extension YAMLNode {
  /// Whether the node has a type of JSON, by the core schema of YAML 1.2, which editors use.
  fileprivate func isOfType(_ type: String) -> Bool {
    switch content {
    case .mapping: return type == "object"
    case .sequence: return type == "array"
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain
      let isNumber =
        isPlain && scalar.text.wholeMatch(of: /[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/) != nil
      let isTruth = isPlain && ["true", "false"].contains(scalar.text)
      switch type {
      case "number": return isNumber
      case "integer": return isNumber && scalar.text.allSatisfy { $0.isNumber || $0 == "-" || $0 == "+" }
      case "boolean": return isTruth
      case "null": return scalar.isNull
      case "string": return !isNumber && !isTruth && !scalar.isNull
      default: return false
      }
    }
  }
}
