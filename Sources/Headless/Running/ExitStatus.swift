internal import Jobs
package import SignalboxCore

/// The exit codes of the program, apart from those of a command that are passed through.
package enum ExitStatus {
  package static let succeeded: Int32 = 0
  package static let failed: Int32 = 1
  package static let usage: Int32 = 2
  package static let refused: Int32 = 3
  /// A guard that was waited for long enough; what fails now may work later, as sysexits.h has it.
  package static let waitedTooLong: Int32 = 75
  /// A configuration that is wrong, as sysexits.h has it.
  package static let badBoard: Int32 = 78
  /// As `timeout` of the GNU system has it.
  package static let timedOut: Int32 = 124

  /// The code for a run that did not succeed.
  /// - Parameter passesThrough: Whether the code of the command becomes ours, as a shell does it.
  package static func code(for error: ActionError, passesThrough: Bool) -> Int32 {
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
