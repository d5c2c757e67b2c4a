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
    if case .command(let command) = work {
      // The order of the elements of a dictionary differs from process to process.
      let environment = command.environment.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] }
      parts += ["\([command.invocation])", "\(environment)", "\(command.terminal)"]
    } else {
      // The description of a probe leaves out what may be secret.
      var text = ""
      dump(work, to: &text)
      parts.append(text)
    }
    return StableHash.hex("\(parts)".utf8)
  }
}
