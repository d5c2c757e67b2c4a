package import Board
internal import Configuration

/// The arguments of `run`, checked against the board: the actions, and the input of each from `--input`.
package enum RunPlan {
  /// An argument that the board does not allow; the message explains why.
  package struct Mistake: Error, Equatable {
    package let message: String

    package init(message: String) { self.message = message }
  }

  /// The actions of a run with their inputs, in order.
  /// - Parameters:
  ///   - wishes: The values of `--input`.
  ///   - readLine: Reads a line of standard input, which `-` stands for. Only called when nothing else is
  ///     wrong.
  package static func steps(
    _ ids: [String], on board: Board, inputs wishes: [String] = [],
    readLine: () throws(Mistake) -> String
  ) throws(Mistake) -> [(id: String, input: InputValues?)] {
    var actions: [ActionDefinition] = []
    for id in ids { actions.append(try action(id, on: board)) }
    let takers = actions.filter { $0.form != .none }
    if !wishes.isEmpty, takers.isEmpty {
      throw Mistake(message: "--input: none of these actions takes an input")
    }
    let inputs = NamedWishes.inputs(of: takers)
    if inputs.isEmpty {
      let text = try text(wishes, for: takers, readLine)
      return actions.map { ($0.id, $0.form == .none ? nil : text) }
    }
    if !wishes.isEmpty, let other = takers.first(where: { $0.form.named == nil }) {
      throw Mistake(message: "`\(other.id)` has an input without a name: run it by itself")
    }
    var named = try NamedWishes(wishes, for: inputs)
    for action in actions { try named.checkKnown(of: action) }
    for action in actions where action.form.named == nil { try check(nil, for: action) }
    try named.read(readLine)
    var steps: [(id: String, input: InputValues?)] = []
    for action in actions { steps.append((action.id, try named.values(for: action))) }
    return steps
  }

  /// The text for actions whose input has no name; nil for none.
  private static func text(
    _ wishes: [String], for actions: [ActionDefinition], _ readLine: () throws(Mistake) -> String
  ) throws(Mistake) -> InputValues? {
    if wishes.count > 1, let action = actions.first {
      throw Mistake(message: "`\(action.id)` takes one --input, not \(wishes.count)")
    }
    guard let wish = wishes.first else {
      for action in actions { try check(nil, for: action) }
      return nil
    }
    let text = wish == "-" ? try readLine() : wish
    for action in actions { try check(.text(text), for: action) }
    return .text(text)
  }

  /// - Throws: A mistake if an action does not start with these values.
  static func check(_ values: InputValues?, for action: ActionDefinition) throws(Mistake) {
    guard let problem = action.form.problem(in: values) else { return }
    throw mistake(problem, action.id)
  }

  static func mistake(_ problem: InputProblem, _ id: String) -> Mistake {
    Mistake(message: words(for: problem, id))
  }

  /// A problem as the command line says it.
  private static func words(for problem: InputProblem, _ id: String) -> String {
    switch problem {
    case .noButton(let wish, let buttons):
      let inputs = buttons.map(\.input)
      let known = inputs.map(quoted).joined(separator: ", ")
      guard let wish else { return "`\(id)` needs --input: \(known)" }
      let hint = Suggestion.hint(for: wish, among: inputs) ?? "known inputs: \(known)"
      return "`\(id)` has no input \(quoted(wish)) (\(hint))"
    case .missing(let inputs):
      let needs = inputs.map { input in
        if input.name.isEmpty { return "--input: \(input.prompt)" }
        return "--input \(input.name)=\(input.isHidden ? "-" : "…") (\(input.prompt))"
      }
      return "`\(id)` needs \(needs.joined(separator: ", "))"
    case .mistake(let input, let phrase):
      return "--input: \(input.name.isEmpty ? input.prompt : input.name) \(phrase)"
    case .unknown, .twice, .needsNames, .hasNoNames: return "`\(id)` \(problem)"
    }
  }

  /// The action with this name.
  package static func action(_ id: String, on board: Board) throws(Mistake) -> ActionDefinition {
    let actions = board.actions(named: id)
    if let action = actions.first {
      guard actions.count > 1 else { return action }
      let names = actions.map { action in quoted(action.also.first { $0.hasSuffix(":" + id) } ?? action.id) }
      throw Mistake(message: "\(quoted(id)) can be \(names.joined(separator: " or "))")
    }
    throw Mistake(message: UnknownAction(id, on: board).withWay)
  }
}
