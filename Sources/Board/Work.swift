/// What an action does when it runs.
public enum Work: Sendable, Equatable {
  /// It starts a child process.
  case command(Command)
  /// It pretends to use a network: nothing leaves the program.
  case simulation(Simulation)
}
