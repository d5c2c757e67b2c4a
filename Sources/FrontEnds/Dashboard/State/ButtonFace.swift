internal import Boundary

extension Dashboard {
  /// What the row of a button says of it in a sign and a word. The header and the groups count the same
  /// words.
  enum ButtonFace: Hashable {
    case locked
    /// It is locked, and a plan is performed that starts it.
    case planned
    /// Its run is being cancelled.
    case stopping
    /// Its program waits for an answer.
    case asks
    /// It ran when the box ended.
    case unknown
    /// It has succeeded, and its inputs have changed since.
    case stale
    case phase(ActionStatus.Phase)

    var word: String {
      switch self {
      case .locked: "locked"
      case .planned: "planned"
      case .stopping: "stopping"
      case .asks: "asks"
      case .unknown: "unknown"
      case .stale: "stale"
      case .phase(let phase): phase.rawValue
      }
    }
  }
}

extension Dashboard.Button {
  var face: Dashboard.ButtonFace {
    if isLocked { return performedPlan == nil ? .locked : .planned }
    if isStopping, phase.isPresent { return .stopping }
    if asks { return .asks }
    return isStale ? .stale : .phase(phase)
  }
}
