package import Processes

extension JobEnvironment {
  /// The environment of a board whose output is printed instead of displayed.
  /// - Parameters:
  ///   - flow: Held while the reader of what is printed is behind.
  ///   - printsLines: Whether lines are printed, as opposed to bytes; then longer ones are kept whole.
  package func printing(_ flow: OutputFlow, lines printsLines: Bool) -> JobEnvironment {
    var environment = self
    if printsLines { environment.commands.lineByteLimit = 1 << 20 }
    environment.commands.pauses = false
    environment.commands.flow = flow
    // They are not displayed. They are needed for the value of an action, which is the last line that is not
    // blank.
    environment.keptLines = 100
    return environment
  }
}
