package import Board
internal import Configuration

/// The arguments of `run`, checked against the board: the actions, and the input of each from `--input`.
package enum RunPlan {
  /// An argument that the board does not allow; the message explains why.
  package struct Mistake: Error, Equatable {
    package let message: String

    package init(message: String) { self.message = message }
  }

  /// The maximum number of actions that a message lists.
  private static let listLimit = 12

  /// The input for one action; nil if it takes none.
  static func input(_ wish: String?, for action: ActionDefinition) throws(Mistake) -> String? {
    if let input = action.input {
      guard let wish else { throw Mistake(message: "`\(action.id)` needs --input: \(input.prompt)") }
      if let mistake = input.mistake(in: wish) {
        throw Mistake(message: "--input: \(input.prompt) \(mistake)")
      }
      return wish
    }
    let inputs = action.buttons.map(\.input)
    guard !inputs.isEmpty else { return nil }
    let known = inputs.map(quoted).joined(separator: ", ")
    guard let wish else {
      throw Mistake(message: "`\(action.id)` needs --input: \(known)")
    }
    guard inputs.contains(wish) else {
      let hint = Suggestion.hint(for: wish, among: inputs) ?? "known inputs: \(known)"
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
      steps.append((action.id, try input(wish, for: action)))
    }
    if wish != nil, steps.allSatisfy({ $0.input == nil }) {
      throw Mistake(message: "--input: none of these actions takes an input")
    }
    return steps
  }

  /// The action with this name.
  package static func action(_ id: String, on board: Board) throws(Mistake) -> ActionDefinition {
    let actions = board.actions(named: id)
    if let action = actions.first {
      guard actions.count > 1 else { return action }
      let names = actions.map { action in quoted(action.also.first { $0.hasSuffix(":" + id) } ?? action.id) }
      throw Mistake(message: "\(quoted(id)) can be \(names.joined(separator: " or "))")
    }
    let known = board.actions.flatMap { [$0.id] + $0.also }
    let hint =
      Suggestion.hint(for: id, among: known)
      ?? (board.actions.count > listLimit
        ? "`signalbox list` lists the \(board.actions.count) actions"
        : "known actions: \(board.actions.map(\.id).map(quoted).joined(separator: ", "))")
    throw Mistake(message: "there is no action \(quoted(id)) (\(hint))")
  }
}
