import Configuration

extension GuardFact {
  /// Parses a fact, such as `build.succeeded` or `network.busy`. Does not check whether the action exists.
  /// - Parameter offset: The offset of the name in the guard, for the mistake.
  package init(named name: String, at offset: Int) throws(GuardMistake) {
    guard let dot = name.lastIndex(of: ".") else {
      if name.first?.isNumber == true, let duration = DurationText.suggestion(for: name) {
        throw GuardMistake(
          offset: offset, message: "\(quoted(name)) is not a duration", hint: "did you mean `\(duration)`?")
      }
      throw GuardMistake(
        offset: offset, message: "\(quoted(name)) is not a fact",
        hint: Self.operators[name].map { "did you mean `\($0)`?" }
          ?? "a fact has the form `build.succeeded`")
    }
    let owner = String(name[..<dot])
    let property = String(name[name.index(after: dot)...])
    let propertyOffset = offset + owner.unicodeScalars.count + 1
    switch (owner, property) {
    case ("network", "busy"): self = .networkIsBusy
    case ("errors", "any"): self = .hasErrors
    case ("network", _):
      throw Self.mistake(property, at: propertyOffset, known: ["busy"], of: "network")
    case ("errors", _):
      throw Self.mistake(property, at: propertyOffset, known: ["any"], of: "errors")
    default:
      guard let known = Property(rawValue: property) else {
        throw Self.mistake(property, at: propertyOffset, known: Property.allCases.map(\.rawValue), of: owner)
      }
      self = .action(owner, known)
    }
  }

  /// Names that actions cannot have, because facts use them.
  static let reservedNames = ["network", "errors"]

  /// The operators of other languages, and their equivalents in guards.
  static let operators = ["and": "&&", "or": "||", "not": "!", "AND": "&&", "OR": "||", "NOT": "!"]

  private static func mistake(_ property: String, at offset: Int, known: [String], of owner: String)
    -> GuardMistake
  {
    let all = known.map { "`.\($0)`" }.joined(separator: ", ")
    return GuardMistake(
      offset: offset, message: "\(quoted(owner)) has no property \(quoted(property))",
      hint: Suggestion.hint(for: property, among: known) ?? "known properties: \(all)")
  }
}
