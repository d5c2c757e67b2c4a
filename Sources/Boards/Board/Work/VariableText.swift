/// A text with environment variables in it, which get their values at each start.
///
///     let address = try VariableText(parsing: "http://localhost:${PORT:-8080}/") try address.text { _ in nil
///     }   // "http://localhost:8080/"
///
/// `${NAME}` is a variable, and `${NAME:-default}` one with a default for the case that it is not set or
/// empty. `${web.port}` is the port of the action `web`. `$${` is `${` itself; every other `$` has no special
/// meaning.
public struct VariableText: Sendable, Equatable {
  /// A variable in a text.
  public struct Variable: Sendable, Equatable {
    public let name: String
    /// The value if the variable is not set or empty; nil if it must be set.
    public let fallback: String?

    public init(_ name: String, default fallback: String? = nil) {
      self.name = name
      self.fallback = fallback
    }

    /// The end of the name of a variable that is the port of an action.
    package static let portSuffix = ".port"

    /// The action whose port it is; nil if it is an environment variable.
    package var portOwner: String? {
      name.hasSuffix(Self.portSuffix) ? String(name.dropLast(Self.portSuffix.count)) : nil
    }
  }

  /// Why a text is not valid. The message does not contain any part of the text, which may be secret.
  public struct Mistake: Error, Equatable, CustomStringConvertible {
    /// A phrase that follows the name of the option.
    public let message: String
    public let hint: String

    public var description: String { message }
  }

  /// A variable that is not set and has no default.
  public struct Unset: Error, Equatable, CustomStringConvertible {
    public let name: String

    public init(name: String) { self.name = name }

    public var description: String { "the environment variable \(name) is not set" }
  }

  private enum Part: Sendable, Equatable {
    case literal(String)
    case variable(Variable)
  }

  private let parts: [Part]

  /// A text in which nothing is a variable.
  public init(literal text: String) { self.init(parts: text.isEmpty ? [] : [.literal(text)]) }

  /// Finds the variables in a text.
  public init(parsing text: String) throws(Mistake) {
    var parts: [Part] = []
    var literal = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if rest.starts(with: "$${".unicodeScalars) {
        literal += "${"
        rest.removeFirst(3)
      } else if rest.starts(with: "${".unicodeScalars) {
        guard let end = rest.firstIndex(of: "}") else { throw .unfinished }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(.variable(try Variable(inBraces: rest[..<end].dropFirst(2))))
        rest = rest[rest.index(after: end)...]
      } else {
        literal.unicodeScalars.append(scalar)
        rest.removeFirst()
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }

  /// The variables, in the order of the text.
  public var variables: [Variable] {
    parts.compactMap { if case .variable(let variable) = $0 { variable } else { nil } }
  }

  /// Whether it begins with a variable.
  public var beginsWithVariable: Bool {
    if case .variable = parts.first { true } else { false }
  }

  /// The text with the values of its variables.
  /// - Parameter value: Returns the value of a variable; nil if it is not set.
  public func text(_ value: (_ name: String) -> String?) throws(Unset) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .variable(let variable):
        let present = value(variable.name)
        if let fallback = variable.fallback, present?.isEmpty ?? true {
          text += fallback
        } else if let present {
          text += present
        } else {
          throw Unset(name: variable.name)
        }
      }
    }
    return text
  }

  /// The text with something before it in which nothing is a variable.
  func prefixed(by prefix: String) -> VariableText {
    if case .literal(let start)? = parts.first {
      return VariableText(parts: [.literal(prefix + start)] + parts.dropFirst())
    }
    return prefix.isEmpty ? self : VariableText(parts: [.literal(prefix)] + parts)
  }

  private init(parts: [Part]) { self.parts = parts }
}

extension VariableText: ExpressibleByStringLiteral {
  /// A text in which nothing is a variable.
  public init(stringLiteral text: String) { self.init(literal: text) }
}

extension VariableText: CustomStringConvertible {
  /// The text as it is written in a board.
  public var description: String {
    parts.map { part in
      switch part {
      case .literal(let literal): literal.replacing("${", with: "$${")
      case .variable(let variable): "${\(variable.name)\(variable.fallback.map { ":-\($0)" } ?? "")}"
      }
    }.joined()
  }
}

extension VariableText.Variable {
  /// - Parameter text: What is between the braces.
  fileprivate init(inBraces text: Substring.UnicodeScalarView) throws(VariableText.Mistake) {
    let whole = String(String.UnicodeScalarView(text))
    if whole.hasSuffix(Self.portSuffix) {
      let owner = text.dropLast(Self.portSuffix.count)
      guard let first = owner.first, first != "-", owner.allSatisfy(\.isPartOfName) else { throw .malformed }
      self.init(whole)
      return
    }
    let name = text.prefix(while: \.isPartOfVariable)
    let rest = String(String.UnicodeScalarView(text.dropFirst(name.count)))
    guard let first = name.first, !("0"..."9").contains(first), rest.isEmpty || rest.hasPrefix(":-"),
      !rest.contains("${")
    else { throw .malformed }
    self.init(String(String.UnicodeScalarView(name)), default: rest.isEmpty ? nil : String(rest.dropFirst(2)))
  }
}

extension VariableText.Mistake {
  private static let forms =
    "a variable is `${NAME}`, `${NAME:-default}` or `${ACTION.port}`, without another one in it; `$${` is `${` itself"

  fileprivate static let unfinished = Self(message: "has a `${` without a `}`", hint: forms)
  fileprivate static let malformed = Self(message: "has a `${` that is not a variable", hint: forms)
}

extension Unicode.Scalar {
  fileprivate var isPartOfVariable: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}
