package import Board
internal import Programs

/// The variables in a board that are not set and have no default.
///
///     UnsetVariables.lines(of: board) { _ in false } // ["PORT is not set here, so server cannot start"]
package enum UnsetVariables {
  /// A line for each such variable, in the order of the board.
  /// - Parameter isSet: Whether the environment of commands has a variable.
  package static func lines(of board: Board, isSet: (String) -> Bool) -> [TerminalText] {
    var names: [String] = []
    var actions: [String: [String]] = [:]
    for action in board.actions {
      let needed = action.variables + action.unsetProbeVariables
      for variable in needed where variable.fallback == nil && variable.portOwner == nil {
        let name = variable.name
        if actions[name] == nil {
          if isSet(name) { continue }
          names.append(name)
        }
        if actions[name]?.last != action.id { actions[name, default: []].append(action.id) }
      }
    }
    return names.map { name in
      let ids = actions[name] ?? []
      return "\(name) is not set here, so \(ids.inWords) cannot start"
    }
  }
}

extension ActionDefinition {
  /// The variables in its probes that its command does not have by itself.
  fileprivate var unsetProbeVariables: [VariableText.Variable] {
    let variables = probeVariables
    guard case .command(let command) = work, !variables.isEmpty else { return variables }
    var names = Set(command.environment.keys)
    if port != nil { names.insert("PORT") }
    for file in command.environmentFiles { names.formUnion((try? file.variables())?.keys.map(\.self) ?? []) }
    names.subtract(command.environment.filter { $0.value == nil }.keys)
    return variables.filter { !names.contains($0.name) }
  }
}
