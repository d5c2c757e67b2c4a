import Configuration

/// A guard as it was read, with the locations of its facts.
struct GuardDraft {
  /// Nil if the guard has mistakes.
  let expression: Guard?
  let mentions: [GuardMention]
}

/// A fact in a guard, and its location in the board file.
struct GuardMention {
  let fact: GuardFact
  let location: TextLocation
}

extension ValueReader where Value == GuardDraft {
  /// - Parameter services: The names of the actions that are services, for a hint.
  static func guardExpression(services: Set<String>) -> Self {
    Self(ValueSchema("[guard](#guards)", .string())) { field in
      if case .sequence = field.node.content {
        field.mustBe(
          "a guard such as `build.succeeded`",
          hint: Meant.guardText(for: field.node, services: services).map { "write \(quoted($0))" })
        return nil
      }
      guard let scalar = ValueReader<YAMLScalar>.scalar("a guard such as `build.succeeded`").read(field)
      else {
        return nil
      }
      let parsed = GuardParser.parse(scalar.text)
      let location = field.locations(in: scalar)
      for mistake in parsed.mistakes {
        field.report.mistake(mistake.message, at: location(mistake.offset), hint: mistake.hint)
      }
      return GuardDraft(
        expression: parsed.expression.map { Guard(text: scalar.text, expression: $0) },
        mentions: parsed.mentions.map { GuardMention(fact: $0.fact, location: location($0.offset)) })
    }
  }
}
