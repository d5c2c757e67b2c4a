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
  static var guardExpression: Self {
    Self(ValueSchema("[guard](#guards)", .string())) { field in
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
