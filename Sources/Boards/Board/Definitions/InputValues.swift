/// What was entered for a run.
///
///     let values: InputValues = .named([.init("env", "staging"), .init("version", "1.2")])
///     "\(values)"   // "env=staging version=1.2"
public enum InputValues: Sendable, Equatable {
  /// The input of a button, or the only one of an action that gives it no name.
  case text(String)
  /// The texts of inputs with names. ``InputForm/problem(in:)`` refuses a name that is there twice.
  case named([Named])

  /// The text of an input with a name.
  public struct Named: Sendable, Equatable {
    public let name: String
    public let text: String

    public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }

  /// The text of an input with this name; nil if there is none.
  public subscript(name: String) -> String? {
    guard case .named(let values) = self else { return nil }
    return values.first { $0.name == name }?.text
  }
}

extension InputValues: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
}

extension InputValues: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .text(let text): text
    case .named(let values): values.map(\.description).joined(separator: " ")
    }
  }
}

extension InputValues.Named: CustomStringConvertible {
  public var description: String {
    let isPlain = !text.isEmpty && !text.contains { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    return isPlain ? "\(name)=\(text)" : "\(name)=\"\(text.replacing("\"", with: "\\\""))\""
  }
}
