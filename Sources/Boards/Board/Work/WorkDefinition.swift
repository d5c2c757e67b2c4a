/// What an action does when it runs.
public enum WorkDefinition: Sendable, Equatable {
  /// Runs a child process.
  case command(CommandDefinition)
  /// Sends an HTTP request and checks the response.
  indirect case http(HTTPProbe)
  /// Opens a TCP connection, and closes it again.
  case tcp(TCPProbe)
  /// Looks for alerts that fire.
  case alerts(AlertsProbe)
  /// Asks Prometheus for the value of an expression.
  indirect case query(QueryProbe)
  /// Simulates requests without using the network.
  case simulation(Simulation)

  /// Whether its result is about a moment and is of no use later: it is stale when it was not renewed in
  /// three intervals.
  var goesStale: Bool {
    switch self {
    case .alerts, .query: true
    case .command, .http, .tcp, .simulation: false
    }
  }

  /// Whether it can ask a person while it runs.
  var canAsk: Bool { if case .command(let command) = self { command.canAsk } else { false } }
}
