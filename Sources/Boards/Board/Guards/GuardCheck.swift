import Configuration

extension Board {
  /// The guard that a text describes, outside of a board file.
  /// - Throws: Every mistake in the text, also where the facts are none of this board.
  package func guarded(by text: String) throws(GuardError) -> Guard {
    let parsed = GuardParser.parse(text)
    var mistakes = parsed.mistakes
    for (fact, offset) in parsed.mentions {
      guard case .action(let id, let property) = fact, let mistake = mistake(in: id, property) else {
        continue
      }
      mistakes.append(GuardMistake(offset: offset, message: mistake.message, hint: mistake.hint))
    }
    guard let expression = parsed.expression, mistakes.isEmpty else {
      throw GuardError(mistakes: mistakes.sorted { $0.offset < $1.offset })
    }
    return Guard(text: text, expression: expression)
  }

  private func mistake(
    in id: String, _ property: GuardFact.Property
  ) -> (message: String, hint: String?)? {
    if id.contains("/") {
      // Only what a guard of the board reads is asked of other machines.
      let isRead = actions.contains { action in
        action.enabledIf.references.contains { if case .action(id, _) = $0 { true } else { false } }
      }
      return isRead ? nil : ("\(quoted(id)) is read by no guard of this board", nil)
    }
    guard let action = self[id] else {
      return (
        "\(quoted(id)) is not an action of this board", Suggestion.hint(for: id, among: actions.map(\.id))
      )
    }
    if property.isOfServices, action.service == nil {
      return ("\(quoted(id)) is not a service, so it has no `.\(property.rawValue)`", nil)
    }
    if property == .asks, !action.work.canAsk {
      return ("the questions of \(quoted(id)) are not noticed, so it has no `.asks`", nil)
    }
    return nil
  }
}

extension GuardError {
  /// The first mistake, on one line: "column 8: there is …".
  package var line: String {
    guard let mistake = mistakes.first else { return "" }
    return "column \(mistake.offset + 1): \(mistake.message)\(mistake.hint.map { " (\($0))" } ?? "")"
  }
}
