/// Reads values of one type from YAML, and describes what it accepts.
package struct ValueReader<Value> {
  /// Creates the schema. Documentation needs it, and so does the hint for an unknown key: a file without
  /// mistakes creates none.
  package let schema: () -> ValueSchema
  /// Returns nil if the value is a mistake, which is then reported to the field.
  package let read: (Field) -> Value?

  package init(
    _ schema: @autoclosure @escaping () -> ValueSchema, read: @escaping (Field) -> Value?
  ) {
    self.schema = schema
    self.read = read
  }
}

// MARK: Composition

extension ValueReader {
  /// A single value that `parse` accepts.
  /// - Parameters:
  ///   - expected: What the value must be, for messages: "a duration such as 5s".
  ///   - hint: What was probably meant by text that `parse` rejects.
  package static func parsed(
    _ expected: @autoclosure @escaping () -> String, _ schema: @autoclosure @escaping () -> ValueSchema,
    hint: @escaping (String) -> String? = { _ in nil }, parse: @escaping (String) -> Value?
  ) -> Self {
    Self(schema()) { field in
      guard let text = ValueReader<YAMLScalar>.scalar(expected()).read(field)?.text else { return nil }
      guard let value = parse(text) else {
        field.mustBe(expected(), hint: hint(text))
        return nil
      }
      return value
    }
  }

  /// A mapping with known keys.
  /// - Parameters:
  ///   - name: The name of the mapping in documentation.
  ///   - foreignWords: Hints for the keys of other programs.
  ///   - hint: What was probably meant by a value that is no mapping.
  ///   - read: Requests every key, always in the same order: it is also called to collect the schema.
  package static func mapping(
    _ name: String, foreignWords: ForeignWords? = nil, hint: @escaping (YAMLNode) -> String? = { _ in nil },
    read: @escaping (inout FieldReader) -> Value?
  ) -> Self {
    let schema = { FieldReader.schema(of: name) { _ = read(&$0) } }
    return Self(ValueSchema("mapping", .mapping(schema()))) { field in
      guard var fields = FieldReader(field, hint: hint) else { return nil }
      let value = read(&fields)
      fields.finish(name, foreignWords, schema)
      return value
    }
  }

  /// A list with at least one element.
  /// - Parameter expected: What the value must be, for messages.
  package static func list<Element>(
    of element: ValueReader<Element>, _ expected: String = "a list", hint: String? = nil
  ) -> Self where Value == [Element] {
    Self(ValueSchema("list", .list(element.schema().shape))) { field in
      guard case .sequence(let elements) = field.node.content else {
        field.mustBe(expected, hint: hint)
        return nil
      }
      if elements.isEmpty { field.mistake("\(field.name) is empty") }
      return elements.compactMap { element.read(field.child("an element of \(field.name)", $0)) }
    }
  }

  /// One such value, or a list of them.
  package var oneOrMore: ValueReader<[Value]> {
    let list = ValueReader<[Value]>.list(of: self)
    return ValueReader<[Value]>(schema().or("list", list.schema().shape)) { field in
      if case .sequence = field.node.content { return list.read(field) }
      return self.read(field).map { [$0] }
    }
  }

  /// This form, or a mapping.
  package func or(_ mapping: Self) -> Self {
    Self(schema().or("mapping", mapping.schema().shape)) { field in
      if case .mapping = field.node.content { return mapping.read(field) }
      return self.read(field)
    }
  }

  /// The same values, converted. The conversion returns nil if it has reported a mistake.
  package func map<Other>(_ transform: @escaping (Value) -> Other?) -> ValueReader<Other> {
    ValueReader<Other>(schema()) { field in read(field).flatMap(transform) }
  }

  /// The same values, except those that do not satisfy a condition.
  /// - Parameters:
  ///   - type: The remaining values in a few words, for a table.
  ///   - rule: The condition as it follows the name of the value in messages: "must be at least 100ms".
  package func satisfying(
    _ type: String, _ rule: String, _ isSatisfied: @escaping (Value) -> Bool
  ) -> Self {
    Self(ValueSchema(type, schema().shape)) { field in
      guard let value = read(field) else { return nil }
      if isSatisfied(value) { return value }
      field.mistake("\(field.name) \(rule)")
      return nil
    }
  }
}

// MARK: Values

extension ValueReader where Value == YAMLScalar {
  /// Any single value, including empty text in quotes.
  package static func scalar(_ expected: @autoclosure @escaping () -> String) -> Self {
    Self(.anyText) { field in
      guard let scalar = field.node.scalar, !scalar.isNull else {
        field.mustBe(expected())
        return nil
      }
      guard !scalar.text.unicodeScalars.contains("\0") else {
        field.mistake("\(field.name) contains a NUL character")
        return nil
      }
      return scalar
    }
  }
}

extension ValueReader where Value == String {
  /// Text that is not empty. Numbers and words such as `yes` are text, too.
  package static var text: Self {
    Self(.text) { field in
      guard let text = anyText.read(field) else { return nil }
      if text.isEmpty { field.mistake("\(field.name) is empty") }
      return text.isEmpty ? nil : text
    }
  }

  /// Text that may be empty.
  package static var anyText: Self {
    ValueReader<YAMLScalar>.scalar("text").map(\.text)
  }
}

extension ValueReader where Value == Duration {
  /// A duration that may be zero.
  package static var duration: Self {
    .parsed(
      "a duration such as 250ms, 5s, 10m or 1h30m", .duration,
      hint: { DurationText.suggestion(for: $0).map { "did you mean `\($0)`?" } },
      parse: DurationText.parse)
  }

  package static var positiveDuration: Self {
    duration.satisfying("duration above 0", "must be longer than 0s") { $0 > .zero }
  }

  /// The interval of something that repeats.
  package static var interval: Self {
    duration.satisfying("duration from 100ms", "must be at least 100ms") { $0 >= .milliseconds(100) }
  }
}

extension ValueReader where Value == Int {
  /// A whole number within a range.
  package static func count(_ range: ClosedRange<Int>) -> Self {
    .parsed(
      "a whole number from \(range.lowerBound) to \(range.upperBound)",
      ValueSchema("number from \(range.lowerBound) to \(range.upperBound)", .integer(range))
    ) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueReader where Value: CaseIterable & RawRepresentable<String> {
  /// One of the raw values of a type.
  package static var choice: Self {
    choice(Value.allCases) { $0.rawValue }
  }
}

extension ValueReader {
  /// One of some words.
  package static func choice(
    _ values: some Collection<Value>, word: @escaping (Value) -> String
  ) -> Self {
    let words = values.map(word)
    return .parsed(
      "one of \(words.map(quoted).joined(separator: ", "))",
      ValueSchema(words.map(quoted).joined(separator: ", "), .words(words)),
      hint: { Suggestion.hint(for: $0, among: words) },
      parse: { text in values.first { word($0) == text } })
  }
}

extension ValueReader where Value == Bool {
  package static var truth: Self {
    let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"]
    return .parsed(
      "`true` or `false`", ValueSchema("`true`, `false`", .boolean),
      hint: { meant[$0.lowercased()].map { "did you mean `\($0)`?" } },
      parse: { Bool($0) })
  }
}

extension ValueSchema {
  /// These values, or those of another type.
  fileprivate func or(_ otherType: String, _ other: Shape) -> ValueSchema {
    var type = type.replacing(" or ", with: ", ")
    if case .words = shape { type = "word" }
    return ValueSchema("\(type) or \(otherType)", .either([shape, other]))
  }

  /// Text that is not empty.
  package static let text = Self("text", .named("text", .text(allowsEmpty: false)))

  /// Text that may be empty.
  package static let anyText = Self("text", .named("any-text", .text(allowsEmpty: true)))

  static let duration = Self(
    "duration",
    .named(
      "duration", meaning: "whole numbers with units, the larger unit first: 250ms, 5s, 10m, 1h30m, 14d",
      .string(pattern: "^(?=[0-9])([0-9]{1,7}d)?([0-9]{1,9}h)?([0-9]{1,9}m)?([0-9]{1,9}s)?([0-9]{1,9}ms)?$")))
}
