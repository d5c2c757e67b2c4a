/// The condition under which an action may start: an expression over the live state of other actions.
///
///     let guarded = try Guard("build.succeeded && !deploy.running") guarded.evaluate(facts)   //
///     .blocked(by: ["build.succeeded"])
///
/// Facts are `name.running`, `.succeeded`, `.failed`, `.idle`, `.ended`, `.enabled`, `.value`, `.progress`
/// and `.age`, besides `network.busy` and `errors.any`. They are combined by `!`, `&&`, `||` and parentheses;
/// `!` binds most tightly and `||` least. `.value` and `.progress` are compared (`== != < <= > >=`) with a
/// number, with text in quotes, or with each other; progress is in percent. `.age` is compared (`< <= > >=`)
/// with a duration such as `1h30m`, or with another age. `board/name.running` is a fact of another board.
/// Neither an unknown fact nor its negation lets the action start.
public struct Guard: Sendable, Equatable {
  /// The guard as written in the board; empty if there is none.
  public let text: String
  /// The facts that it reads, each once, in the order of the text.
  public let references: [GuardFact]
  let expression: GuardExpression

  /// The guard that always passes.
  public static let always = Guard(text: "", expression: .all([]))

  /// Parses a guard. Does not check whether its actions exist.
  /// - Throws: Every mistake in the text.
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

  /// The ages at which one of its comparisons changes.
  package var ageThresholds: [AgeThreshold] { expression.comparisons.compactMap(\.ageThreshold) }

  /// The actions that it needs to run or to be ready, each once.
  package var neededActions: [String] { expression.neededActions.unique }

  /// The actions that somebody starts so that it holds, each once: not those that must not run, or must have
  /// failed.
  package var startedActions: [String] { expression.startedActions.unique }

  /// Whether the action may start.
  public func evaluate(_ facts: some GuardFacts) -> Verdict {
    guard !expression.holds(in: facts) else { return .passes }
    let missing = expression.remainder(in: facts).conjuncts
    return .blocked(by: missing.map { missing.count == 1 ? $0.description : $0.inParentheses })
  }

  /// Whether the action may start if every condition on certain facts holds.
  package func evaluate(_ facts: some GuardFacts, granting isGranted: (GuardFact) -> Bool) -> Verdict {
    Guard(text: text, expression: expression.granting(isGranted)).evaluate(facts)
  }

  /// Guards are equal if they differ only in spaces and needless parentheses.
  public static func == (one: Self, other: Self) -> Bool { one.expression == other.expression }
}
