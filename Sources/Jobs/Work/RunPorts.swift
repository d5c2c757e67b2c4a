internal import Board
internal import Processes

/// The ports that a run knows.
package struct RunPorts: Sendable, Equatable {
  /// That on which its own command is going to listen; nil for none.
  var own: UInt16?
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
    own.flatMap { port in PortUse.holder(of: port).map { "port \(port): \($0)" } }
  }
}
