import Essentials

extension WorkDefinition {
  /// Differs for different work, and is the same in all processes.
  package var digest: String { digest(withPlaces: true) }

  /// - Parameter withPlaces: Whether the directory of a command and the files of its variables count, which
  ///   differ from machine to machine.
  func digest(withPlaces: Bool) -> String {
    // The order of the elements of a dictionary differs from process to process. Only commands have one.
    if case .command(let command) = self {
      let environment = command.environment.sorted { $0.key < $1.key }.map { name, value in
        [name] + (value.map { ["\($0)"] } ?? [])
      }
      let codes =
        command.successCodes == CommandDefinition.defaultSuccessCodes
        ? "" : " success \(command.successCodes.sorted())"
      guard withPlaces else { return StableHash.hex("\([command.invocation]) \(environment)\(codes)") }
      let files = command.environmentFiles.isEmpty ? "" : " \(command.environmentFiles)"
      let directory = command.directory.map { "\($0)" }
      return StableHash.hex("\([command.invocation]) \([directory]) \(environment)\(files)\(codes)")
    }
    var text = ""
    // The description of a probe leaves out what may be secret.
    switch self {
    case .http(let probe): dump(probe, to: &text)
    case .alerts(let probe): dump(probe, to: &text)
    case .query(let probe): dump(probe, to: &text)
    case .command, .tcp, .simulation: text = String(reflecting: self)
    }
    return StableHash.hex(text)
  }
}
