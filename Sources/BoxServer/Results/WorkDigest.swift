internal import Board
internal import Rendezvous

extension WorkDefinition {
  /// Differs for different work, and is the same in all processes.
  var digest: String {
    // The order of the elements of a dictionary differs from process to process. Only commands have one.
    if case .command(let command) = self {
      let environment = command.environment.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] }
      let files = command.environmentFiles.isEmpty ? "" : " \(command.environmentFiles)"
      let directory = command.directory.map { "\($0)" }
      return StableHash.hex("\([command.invocation]) \([directory]) \(environment)\(files)".utf8)
    }
    var text = ""
    // The description of a probe leaves out what may be secret.
    if case .http(let probe) = self { dump(probe, to: &text) } else { text = String(reflecting: self) }
    return StableHash.hex(text.utf8)
  }
}
