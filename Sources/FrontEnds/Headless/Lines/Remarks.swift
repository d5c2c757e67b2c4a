internal import Programs

/// Which remarks about runs are written as messages.
package enum Remarks: Sendable {
  case all
  /// Only why a run did not succeed.
  case reasons
  case none

  func contains(_ line: OutputLine) -> Bool {
    guard line.isNote else { return false }
    return switch self {
    case .all: true
    case .reasons: line.kind == .failure || line.kind == .cancellation
    case .none: false
    }
  }
}
