/// How a command ended.
package enum CommandOutcome: Sendable, Equatable {
  /// The program ended by itself with this exit code; 0 means success.
  case exited(Int32)
  /// The program was ended by this signal.
  case signalled(Int32)
  /// No process was created; the text explains why, for people.
  case cannotStart(String)
}
