package import Board

/// The question of an action (`confirm`), asked on the terminal before anything runs.
package enum RunConfirmation {
  /// Why an action is not confirmed.
  package enum Refusal: Error, Equatable {
    /// There is no terminal to ask on.
    case noTerminal(action: String, question: String)
    /// The answer was not yes.
    case declined(action: String)

    package var action: String {
      switch self {
      case .noTerminal(let action, _), .declined(let action): action
      }
    }
  }

  /// Asks for each action that has a question, in order and once.
  /// - Parameter answer: Asks the question; returns what was typed, nil at the end of the input. Nil if there
  ///   is no terminal.
  package static func obtain(
    for actions: [ActionDefinition], answer: ((_ action: String, _ question: String) -> String?)?
  ) throws(Refusal) {
    var asked: Set<String> = []
    for action in actions where asked.insert(action.id).inserted {
      guard let question = action.confirmation else { continue }
      guard let answer else { throw .noTerminal(action: action.id, question: question) }
      guard isYes(answer(action.id, question)) else { throw .declined(action: action.id) }
    }
  }

  static func isYes(_ answer: String?) -> Bool {
    ["y", "yes"].contains(answer?.lowercased().filter { !$0.isWhitespace })
  }
}

extension RunConfirmation.Refusal: CustomStringConvertible {
  package var description: String { "\(action): refused: \(reason)" }

  /// Why, without the name of the action.
  package var reason: String {
    switch self {
    case .noTerminal(_, let question):
      "it asks \"\(question)\", and there is no terminal to answer on; --yes confirms it"
    case .declined: "not confirmed"
    }
  }
}
