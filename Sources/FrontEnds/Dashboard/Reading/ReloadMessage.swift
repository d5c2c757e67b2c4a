internal import Boundary

extension Situation.Reload {
  /// What has changed, and how much of it only changes later.
  var message: String {
    let delay =
      switch postponed {
      case 0: ""
      case 1: " (1 when its run has ended)"
      default: " (\(postponed) when their runs have ended)"
      }
    return "Board reloaded: \(difference)\(delay)"
  }
}
