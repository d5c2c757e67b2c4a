import Essentials

extension ActionDefinition {
  /// Differs if another machine's board does something else under the name of this action, or allows it at
  /// other times; the same in all processes.
  ///
  /// The directory of the board does not count: it differs from machine to machine. Nor does what only
  /// concerns the panel.
  package var sharedDigest: String {
    var parts = [enabledIf.expression.description, "\(whileRunning)", "\(buttons.map(\.input))"]
    parts.append(input.map { "\($0.prompt) \($0.matches?.text ?? "")" } ?? "")
    parts.append(work.digest(withPlaces: false))
    if case .command(let command) = work { parts.append("\(command.terminal)") }
    return StableHash.hex("\(parts)".utf8)
  }
}
