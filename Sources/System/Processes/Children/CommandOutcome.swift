/// How a command ended.
package enum CommandOutcome: Sendable, Equatable {
  /// The program ended by itself with this exit code; 0 means success.
  case exited(Int32)
  /// The program was ended by this signal.
  case signalled(Int32)
  /// No process was created; the text explains why, for people. A reason that may pass is one of the moment,
  /// such as too many processes, and not a program that does not exist.
  case cannotStart(String, mayPass: Bool = false)
}
