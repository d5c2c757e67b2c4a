internal import Jobs
internal import SignalboxCore

/// The exit codes of the program, apart from those of a command that are passed through.
enum ExitStatus {
  static let succeeded: Int32 = 0
  static let failed: Int32 = 1
  static let usage: Int32 = 2
  static let refused: Int32 = 3
  /// A guard that was waited for long enough; what fails now may work later, as sysexits.h has it.
  static let waitedTooLong: Int32 = 75
  /// A configuration that is wrong, as sysexits.h has it.
  static let badBoard: Int32 = 78
  /// As `timeout` of the GNU system has it.
  static let timedOut: Int32 = 124

  /// The code for a run that did not succeed.
  /// - Parameter passesThrough: Whether the code of the command becomes ours, as a shell does it.
  static func code(for error: ActionError, passesThrough: Bool) -> Int32 {
    switch error {
    case .notEnabled: return refused
    case .cancelled: return failed
    case .underlying(let error):
      switch error as? JobFailure {
      case .timedOut: return timedOut
      case .exitCode(let code) where passesThrough: return code
      case .signal(let number) where passesThrough: return 128 + number
      default: return failed
      }
    }
  }
}
