import Configuration

/// Parses a guard by recursive descent:
///
///     disjunction = conjunction { "||" conjunction }
///     conjunction = negation { "&&" negation }
///     negation    = { "!" } ( "(" disjunction ")" | operand [ relation operand ] )
///     operand     = name "." property | number | duration | text in quotes
///
/// Negations are not part of the result: each rule has a parameter for whether an odd number of them precedes
/// it.
struct GuardParser {
  /// The result of parsing. Mistakes in names do not stop the parser, so there can be facts as well as
  /// mistakes.
  struct Result {
    var expression: GuardExpression?
    /// Every fact in the text, and the offset of its name.
    var mentions: [(fact: GuardFact, offset: Int)] = []
    var mistakes: [GuardMistake] = []
  }

  private let tokens: [GuardLexer.Token]
  private var position = 0
  private var depth = 0
  private var result = Result()

  /// The maximum depth of parentheses, which limits the depth of recursion.
  private static let depthLimit = 50

  static func parse(_ text: String) -> Result {
    do throws(GuardMistake) {
      var parser = GuardParser(tokens: try GuardLexer.tokens(of: text))
      return parser.parse()
    } catch {
      return Result(mistakes: [error])
    }
  }

  private init(tokens: [GuardLexer.Token]) {
    self.tokens = tokens
  }

  private mutating func parse() -> Result {
    do throws(GuardMistake) {
      let expression = try disjunction(negated: false)
      guard current.kind == .end else { throw unexpected() }
      result.expression = expression
    } catch {
      result.mistakes.append(error)
    }
    return result
  }

  private mutating func disjunction(negated: Bool) throws(GuardMistake) -> GuardExpression {
    var parts = [try conjunction(negated: negated)]
    while take(.or) { parts.append(try conjunction(negated: negated)) }
    return .joined(parts, any: !negated)
  }

  private mutating func conjunction(negated: Bool) throws(GuardMistake) -> GuardExpression {
    var parts = [try negation(negated: negated)]
    while take(.and) { parts.append(try negation(negated: negated)) }
    return .joined(parts, any: negated)
  }

  private mutating func negation(negated: Bool) throws(GuardMistake) -> GuardExpression {
    var negated = negated
    while take(.not) { negated.toggle() }
    let open = current.offset
    guard take(.open) else { return try condition(negated: negated) }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw GuardMistake(offset: open, message: "nested too deeply") }
    let inner = try disjunction(negated: negated)
    guard take(.close) else {
      if current.kind == .end {
        throw GuardMistake(offset: open, message: "this parenthesis is never closed")
      }
      throw unexpected()
    }
    return inner
  }

  private mutating func condition(negated: Bool) throws(GuardMistake) -> GuardExpression {
    let offset = current.offset
    let left = try operand()
    if case .relation(let relation) = current.kind {
      position += 1
      // Mistakes in operands have been reported already.
      guard let right = try operand(), let left else { return .all([]) }
      let comparison = GuardComparison(left: left, relation: relation, right: right)
      note(comparison.mistake, at: offset)
      return .comparison(negated ? comparison.negated : comparison)
    }
    guard let left else { return .all([]) }
    note(left.mistakeAlone, at: offset)
    return left.fact.map { .fact($0, expected: !negated) } ?? .all([])
  }

  /// Parses an operand. Returns nil, and continues, if its name is a mistake.
  private mutating func operand() throws(GuardMistake) -> GuardComparison.Operand? {
    let token = current
    switch token.kind {
    case .name(let name):
      position += 1
      do throws(GuardMistake) {
        let fact = try GuardFact(named: name, at: token.offset)
        result.mentions.append((fact, token.offset))
        return .fact(fact)
      } catch {
        // Text that follows an operator of another language, as in `not build.running`, cannot be parsed.
        if GuardFact.operators[name] != nil { throw error }
        result.mistakes.append(error)
        return nil
      }
    case .number(let number, let text):
      position += 1
      return .number(number, text)
    case .duration(let duration, let text):
      position += 1
      return .duration(duration, text)
    case .text(let text):
      position += 1
      return .text(text)
    default: throw unexpected()
    }
  }

  private mutating func note(_ mistake: (message: String, hint: String?)?, at offset: Int) {
    guard let mistake else { return }
    result.mistakes.append(GuardMistake(offset: offset, message: mistake.message, hint: mistake.hint))
  }

  private var current: GuardLexer.Token { tokens[min(position, tokens.count - 1)] }

  private mutating func take(_ kind: GuardLexer.Token.Kind) -> Bool {
    guard current.kind == kind else { return false }
    position += 1
    return true
  }

  /// The mistake of a token that the grammar does not allow here.
  private func unexpected() -> GuardMistake {
    let message: String
    var hint: String?
    switch current.kind {
    case .end: message = tokens.count == 1 ? "the guard is empty" : "the guard ends too early"
    case .name(let name):
      message = "expected `&&` or `||` before \(quoted(name))"
      hint = GuardFact.operators[name].map { "did you mean `\($0)`?" }
    case .duration(_, let text):
      message = "unexpected \(current.kind)"
      hint = durationJoined(with: text).map { "did you mean \(quoted($0))?" }
    default: message = "unexpected \(current.kind)"
    }
    return GuardMistake(offset: current.offset, message: message, hint: hint)
  }

  /// The duration that the last token and this one form together, as in `1h 30m`; nil if they form none.
  private func durationJoined(with text: String) -> String? {
    guard position > 0, case .duration(_, let first) = tokens[position - 1].kind else { return nil }
    return DurationText.parse(first + text) == nil ? nil : first + text
  }
}
