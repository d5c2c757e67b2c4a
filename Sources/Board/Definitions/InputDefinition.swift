import Configuration

/// A text that a person types before each start of an action.
///
///     let input = InputDefinition(prompt: "Version", matches: try LinePattern(#"^\d+"#))
///     input.mistake(in: "latest")   // "does not match `^\d+`"
public struct InputDefinition: Sendable, Equatable {
  /// What is asked for.
  public let prompt: String
  /// What the text must match; nil for any text.
  public let matches: LinePattern?
  /// Whether it is a secret: it is not shown, and not kept with the run.
  public let isHidden: Bool

  /// The most characters of a text.
  public static let lengthLimit = 1_000

  public init(prompt: String, matches: LinePattern? = nil, isHidden: Bool = false) {
    self.prompt = prompt
    self.matches = matches
    self.isHidden = isHidden
  }

  /// Why a text is not accepted, as a phrase that follows the name of the input; nil if it is.
  public func mistake(in text: String) -> String? {
    if text.unicodeScalars.contains(where: \.isControl) {
      return "must be one line without control characters"
    }
    if text.count > Self.lengthLimit { return "is longer than \(Self.lengthLimit) characters" }
    guard let matches, !matches.matches(text) else { return nil }
    return "does not match `\(matches.text)`"
  }

  /// What may be kept of a text, or told to others; nil for a hidden one.
  public func shown(_ text: String?) -> String? { isHidden ? nil : text }
}
