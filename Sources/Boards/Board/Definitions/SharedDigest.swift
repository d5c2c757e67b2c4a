import Essentials

extension ActionDefinition {
  /// Differs if another machine's board does something else under the name of this action, or allows it at
  /// other times; the same in all processes.
  ///
  /// The directory of the board does not count: it differs from machine to machine. Nor does what only
  /// concerns the panel.
  package var sharedDigest: String {
    var parts = [enabledIf.expression.description, "\(whileRunning)", "\(buttons.map(\.input))"]
    switch form {
    case .none, .buttons: parts.append("")
    // With the prompt, as in digests of earlier versions.
    case .text(let input): parts.append("\(input.prompt) \(input.matches?.text ?? "")")
    case .named(let inputs): parts += inputs.map(\.digestText)
    }
    parts.append(work.digest(withPlaces: false))
    if case .command(let command) = work { parts.append("\(command.terminal)") }
    return StableHash.hex("\(parts)")
  }
}

extension InputDefinition {
  /// What other machines must have, too. Prompts may differ, such as in their language.
  fileprivate var digestText: String {
    let texts = [name, fallback ?? "", matches?.text ?? ""] + choices
    return "\(texts) \(fallback == nil) \(isOptional) \(isMany) \(isHidden)"
  }
}
