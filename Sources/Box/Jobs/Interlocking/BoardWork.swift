internal import Board

extension WorkDefinition {
  /// The implementation of what a board defines.
  var implementation: any JobWork {
    switch self {
    case .command(let command): CommandWork(command: command)
    case .http(let probe): HTTPWork(probe: probe)
    case .tcp(let probe): TCPWork(probe: probe)
    case .alerts(let probe): AlertsWork(probe: probe)
    case .query(let probe): QueryWork(probe: probe)
    case .simulation(let simulation): SimulationWork(simulation: simulation)
    }
  }
}
