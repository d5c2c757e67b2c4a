/// How a command ended.
package enum CommandOutcome: Sendable, Equatable {
  /// The program ended by itself with this exit code; 0 means success.
  case exited(Int32)
  /// The program was ended by this signal.
  case signalled(Int32)
  /// There never was a process; the text says why, in words for a person.
  case cannotStart(String)
}
