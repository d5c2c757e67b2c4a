import Configuration

/// A text that a person enters before a start of an action.
///
///     let input = InputDefinition(prompt: "Version", matches: try LinePattern(#"^\d+"#))
///     input.mistake(in: "latest")   // "does not match `^\d+`"
public struct InputDefinition: Sendable, Equatable {
  /// What the command line and the command call it; empty for the only input of an action that gives it no
  /// name.
  public var name: String
  /// What is asked for.
  public var prompt: String
  /// The only texts that are accepted; empty if there are others.
  public var choices: [String]
  /// The text with which an action starts if none is given; nil for none.
  public var fallback: String?
  /// What the text must match, or each of its words if there can be several; nil for any text.
  public var matches: LinePattern?
  /// Whether an empty text is accepted, with which it is no argument of the command.
  public var isOptional: Bool
  /// Whether the text has several words, each an argument of the command.
  public var isMany: Bool
  /// Whether it is a secret: it is not shown, and not kept with the run.
  public var isHidden: Bool

  /// The most characters of a text.
  public static let lengthLimit = 1_000

  public init(
    name: String = "", prompt: String, choices: [String] = [], fallback: String? = nil,
    matches: LinePattern? = nil, isOptional: Bool = false, isMany: Bool = false, isHidden: Bool = false
  ) {
    self.name = name
    self.prompt = prompt
    self.choices = choices
    self.fallback = fallback
    self.matches = matches
    self.isOptional = isOptional
    self.isMany = isMany
    self.isHidden = isHidden
  }

  /// Why a text is not accepted, as a phrase that follows the name of the input; nil if it is.
  public func mistake(in text: String) -> String? {
    if text.unicodeScalars.contains(where: \.isControl) {
      return "must be one line without control characters"
    }
    if text.count > Self.lengthLimit { return "is longer than \(Self.lengthLimit) characters" }
    if text.isEmpty, acceptsNothing { return nil }
    if text.isEmpty, !name.isEmpty { return "is empty" }
    if !choices.isEmpty {
      return choices.contains(text) ? nil : "must be one of \(choices.map(quoted).joined(separator: ", "))"
    }
    guard isMany else { return matches.flatMap { $0.matches(text) ? nil : "does not match `\($0.text)`" } }
    do throws(InputWords.Mistake) {
      let words = try InputWords.split(text)
      if words.isEmpty { return acceptsNothing ? nil : "has no words" }
      guard let matches, let word = words.first(where: { !matches.matches($0) }) else { return nil }
      return "does not match `\(matches.text)` in \(quoted(word))"
    } catch {
      return error.text
    }
  }

  /// Whether an empty text is accepted, whatever else a text must be.
  private var acceptsNothing: Bool { isOptional || fallback == "" }

  /// Whether a start without a text is refused.
  public var isNeeded: Bool { !isOptional && fallback == nil }

  /// The environment variable of the command with the text.
  public var variable: String {
    name.isEmpty ? "INPUT" : "INPUT_" + name.uppercased().replacing("-", with: "_")
  }

  /// The arguments of the command that a text is.
  /// - Parameter prefix: What precedes the text in each of them.
  func arguments(for text: String, prefix: String) -> [String] {
    if text.isEmpty, isOptional { return [] }
    guard isMany else { return [prefix + text] }
    // A text with a mistake is refused before a start.
    return ((try? InputWords.split(text)) ?? []).map { prefix + $0 }
  }
}
