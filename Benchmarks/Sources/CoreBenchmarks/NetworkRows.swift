import SignalboxCore

enum NetworkRows {
  /// The two ways to start and to stop a request.
  private enum Way: String, CaseIterable {
    case token
    case name = "36 characters"
    case shortName = "short id"

    var budgets: (pending: Double, visible: Double) {
      switch self {
      case .token: (90, 170)
      case .name, .shortName: (180, 180)
      }
    }

    func pair(in network: NetworkActivityIndicator) -> () -> Void {
      let id = self == .name ? "F47AC10B-58CC-4372-A567-0E02B2C3D479" : "request-1"
      if self == .token { return { network.begin().end() } }
      return {
        network.requestDidStart(requestID: id)
        network.requestDidStop(requestID: id)
      }
    }
  }

  static func report(_ report: Report) {
    for way in Way.allCases {
      let pending = NetworkActivityIndicator(startDelay: .seconds(3_600), completionDelay: .zero)
      report.time(
        "network: start + stop, pending, \(way.rawValue)", Measurement.of(way.pair(in: pending)),
        budget: way.budgets.pending)
    }
    for way in Way.allCases {
      let pending = NetworkActivityIndicator(startDelay: .seconds(3_600), completionDelay: .zero)
      let other = pending.begin()
      report.time(
        "network: start + stop, beside one, \(way.rawValue)", Measurement.of(way.pair(in: pending)),
        budget: way.budgets.pending)
      withExtendedLifetime(other) {}
    }
    for way in Way.allCases {
      let visible = NetworkActivityIndicator(startDelay: .zero, completionDelay: .seconds(3_600))
      visible.isVisible.observeForever { blackHole($0) }
      let first = visible.begin()
      while !visible.isVisible.data {}
      first.end()
      report.time(
        "network: start + stop, visible, \(way.rawValue)", Measurement.of(way.pair(in: visible)),
        budget: way.budgets.visible)
    }
  }
}
