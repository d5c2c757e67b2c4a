/// What an action does when it runs.
public enum WorkDefinition: Sendable, Equatable {
  /// It starts a child process.
  case command(CommandDefinition)
  /// It sends a request and looks at the answer.
  case http(HTTPProbe)
  /// It opens a connection and closes it again.
  case tcp(TCPProbe)
  /// It pretends to use a network: nothing leaves the program.
  case simulation(Simulation)
}
