/// The condition under which an action may start: an expression over the live state of other actions.
///
///     let guarded = try Guard("build.succeeded && !deploy.running")
///     guarded.evaluate(facts)   // .blocked(by: ["build.succeeded"])
///
/// Facts are `name.running`, `.succeeded`, `.failed`, `.idle`, `.enabled`, `.value` and `.progress`, besides
/// `network.busy` and `errors.any`. They are joined by `!`, `&&`, `||` and parentheses, where `!` binds
/// closest and `||` least. `.value` and `.progress` are compared (`== != < <= > >=`) with a number, a text in
/// quotes or each other; progress counts in percent. A fact that is unknown, also negated, does not let the
/// action start.
public struct Guard: Sendable, Equatable {
  /// The guard as the board has it, empty when there is none.
  public let text: String
  /// The facts it depends on, each once, in the order of the text.
  public let references: [GuardFact]
  private let expression: GuardExpression

  /// Lets everything pass.
  public static let always = Guard(text: "", expression: .all([]))

  /// Reads a guard.
  /// - Throws: Every mistake in the text. Whether the actions exist is not known here.
  public init(_ text: String) throws(GuardError) {
    let parsed = GuardParser.parse(text)
    guard let expression = parsed.expression, parsed.mistakes.isEmpty else {
      throw GuardError(mistakes: parsed.mistakes)
    }
    self.init(text: text, expression: expression)
  }

  init(text: String, expression: GuardExpression) {
    self.text = text
    self.expression = expression
    references = expression.facts.unique
  }

  /// Decides whether the action may start.
  public func evaluate(_ facts: some GuardFacts) -> Verdict {
    guard !expression.holds(in: facts) else { return .passes }
    let missing = expression.remainder(in: facts).conjuncts
    return .blocked(by: missing.map { missing.count == 1 ? $0.description : $0.inParentheses })
  }

  /// Guards are equal when they mean the same in the same order, however they are spaced.
  public static func == (one: Self, other: Self) -> Bool { one.expression == other.expression }
}
