/// An argument of a command that is a list.
public enum CommandArgument: Sendable, Equatable {
  case text(String)
  /// What is entered for the input with this name: no argument if it is empty and optional, and one for each
  /// word if it can have several.
  /// - prefix: What precedes the text in each argument: `VERSION=`.
  case input(String, prefix: String)

  /// Its text; nil if that is entered.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
}

extension CommandArgument: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
}

extension CommandArgument: CustomDebugStringConvertible {
  /// A text as it was before an argument could be anything else: the digests of kept results contain it.
  public var debugDescription: String {
    switch self {
    case .text(let text): text.debugDescription
    case .input(let name, let prefix): "{\(prefix.debugDescription)\(name.debugDescription)}"
    }
  }
}
