package import Board
internal import Configuration

/// What `run` is asked to do, checked against the board: which actions, and which input each gets from `--input`.
package enum RunPlan {
  /// A wish that cannot be granted; the message says why.
  package struct Mistake: Error, Equatable {
    package let message: String
  }

  /// The input for one action; nil when it takes none.
  static func input(_ wish: String?, for action: ActionDefinition) throws(Mistake) -> String? {
    let inputs = action.buttons.map(\.input)
    guard !inputs.isEmpty else { return nil }
    let known = inputs.map(quoted).joined(separator: ", ")
    guard let wish else {
      throw Mistake(message: "`\(action.id)` needs --input: \(known)")
    }
    guard inputs.contains(wish) else {
      let hint = Suggestion.hint(for: wish, among: inputs) ?? "known are \(known)"
      throw Mistake(message: "`\(action.id)` has no input \(quoted(wish)) (\(hint))")
    }
    return wish
  }

  /// The actions of a run with their inputs, in order.
  package static func steps(
    _ ids: [String], on board: Board, input wish: String?
  ) throws(Mistake) -> [(id: String, input: String?)] {
    var steps: [(id: String, input: String?)] = []
    for id in ids {
      let action = try action(id, on: board)
      steps.append((id, try input(wish, for: action)))
    }
    if wish != nil, steps.allSatisfy({ $0.input == nil }) {
      throw Mistake(message: "--input: none of these actions takes an input")
    }
    return steps
  }

  /// The action with a name that somebody typed.
  package static func action(_ id: String, on board: Board) throws(Mistake) -> ActionDefinition {
    if let action = board[id] { return action }
    let known = board.actions.map(\.id)
    let hint =
      Suggestion.hint(for: id, among: known)
      ?? "known are \(known.map(quoted).joined(separator: ", "))"
    throw Mistake(message: "there is no action \(quoted(id)) (\(hint))")
  }
}
