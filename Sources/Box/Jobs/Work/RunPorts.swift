internal import Board
internal import Processes

/// The ports that a run knows.
package struct RunPorts: Sendable, Equatable {
  /// That on which its own command is going to listen; nil for none.
  var own: UInt16?
  /// Why there is none although the board wants one; nil otherwise.
  var lack: String?
  /// Those of all actions of the board that have one.
  var ofActions: [String: UInt16] = [:]

  /// The variables of texts in the board that are ports.
  var variables: [String: String] {
    Dictionary(
      uniqueKeysWithValues: ofActions.map { ("\($0.key)\(VariableText.Variable.portSuffix)", "\($0.value)") })
  }

  /// The environment variables of the command.
  var environment: [String: String] { own.map { ["PORT": "\($0)"] } ?? [:] }

  /// Why the command cannot listen; nil if it can.
  var refusal: String? {
    lack ?? own.flatMap { port in PortUse.obstacle(on: port).map { "port \(port): \($0)" } }
  }
}
