package import Board

/// The exit codes of the program, except those of a command, which are passed through.
package enum ExitStatus {
  package static let succeeded: Int32 = 0
  package static let failed: Int32 = 1
  package static let usage: Int32 = 2
  package static let refused: Int32 = 3
  /// The wait for a guard has reached its limit, other machines cannot be asked, the box has ended, so that
  /// the result is not known, or the system has no room for the program; a later try may succeed
  /// (`EX_TEMPFAIL` of sysexits.h).
  package static let waitedTooLong: Int32 = 75
  /// The board has mistakes (`EX_CONFIG` of sysexits.h).
  package static let badBoard: Int32 = 78
  /// The code of `timeout` in the GNU system.
  package static let timedOut: Int32 = 124

  /// The code where etcd cannot be asked.
  /// - Parameter mayPass: Whether a later try may succeed.
  package static func unavailable(mayPass: Bool) -> Int32 { mayPass ? waitedTooLong : failed }

  /// The code for the end of a run.
  /// - Parameter passesThrough: Whether the exit code of the command is passed through, as in a shell.
  package static func code(for outcome: RunOutcome, passesThrough: Bool) -> Int32 {
    switch outcome {
    case .succeeded: return succeeded
    case .cancelled: return failed
    case .lost: return waitedTooLong
    case .failed(let failure), .tolerated(let failure):
      switch failure.kind {
      case .timedOut: return timedOut
      case .unconfirmed: return waitedTooLong
      // Exit code 0 is a failure if the board says so.
      case .exitCode(let code) where passesThrough: return code == 0 ? failed : code
      case .signal(let number) where passesThrough: return 128 + number
      default: return failed
      }
    }
  }
}
