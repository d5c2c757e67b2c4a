/// The values that a reader accepts, described for documentation and for editors.
///
/// A schema accepts every value that its reader accepts. It may accept more: a JSON Schema cannot say which
/// guards are valid, for instance.
package struct ValueSchema: Sendable {
  /// The type in a few words, for a table: "duration above 0".
  package let type: String
  package let shape: Shape

  package init(_ type: String, _ shape: Shape) {
    self.type = type
    self.shape = shape
  }

  package indirect enum Shape: Sendable {
    /// A single value that is read as text, including numbers, `true` and `false`.
    case text(allowsEmpty: Bool)
    /// Text that is no number and no truth value.
    case string(pattern: String? = nil)
    case integer(ClosedRange<Int>)
    case number(above: Int)
    case boolean
    case null
    case words([String])
    /// A list with at least one element.
    case list(Shape)
    /// A mapping with keys that the user chooses.
    case dictionary(Shape, allowsEmpty: Bool)
    /// A mapping with known keys.
    case mapping(MappingSchema)
    case either([Shape])
    /// A shape that is used in several places.
    case named(String, meaning: String? = nil, Shape)
  }
}

/// A mapping with known keys.
package struct MappingSchema: Sendable {
  /// The name of the mapping in documentation.
  package let name: String
  /// The options in the order in which they are documented.
  package let options: [OptionSchema]
  /// The keys of which exactly one must be present; empty if there is no such rule.
  package let alternatives: [String]
}

/// One key of a mapping.
package struct OptionSchema: Sendable {
  package let key: String
  package let value: ValueSchema
  package let isRequired: Bool
  /// What applies if the key is absent, in Markdown: a value in backquotes, or a few words. Nil if the
  /// documentation of the value says that.
  package let fallback: String?
  /// What the option does, in Markdown.
  package let meaning: String
  /// A value as it can be written in a file.
  package let example: String?
}
