/// What an action does when it runs.
public enum WorkDefinition: Sendable, Equatable {
  /// Runs a child process.
  case command(CommandDefinition)
  /// Sends an HTTP request and checks the response.
  case http(HTTPProbe)
  /// Opens a TCP connection, and closes it again.
  case tcp(TCPProbe)
  /// Simulates requests without using the network.
  case simulation(Simulation)

  /// Whether it can ask a person while it runs.
  var canAsk: Bool { if case .command(let command) = self { command.canAsk } else { false } }
}
