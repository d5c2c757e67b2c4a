import SignalboxCore

enum NetworkRows {
  static func report(_ report: Report) {
    let pending = NetworkActivityIndicator(startDelay: .seconds(3_600), completionDelay: .milliseconds(200))
    for (name, id, budget) in [
      ("short id", "request-1", 120.0),
      ("36 characters", "F47AC10B-58CC-4372-A567-0E02B2C3D479", 180),
    ] {
      let measurement = Measurement.of {
        pending.requestDidStart(requestID: id)
        pending.requestDidStop(requestID: id)
      }
      report.time("network: start + stop, pending, \(name)", measurement, budget: budget)
    }
    report.time("network: start + stop, pending, token", Measurement.of { pending.begin().end() }, budget: 90)

    let visible = NetworkActivityIndicator(startDelay: .zero, completionDelay: .seconds(3_600))
    visible.isVisible.observeForever { blackHole($0) }
    visible.requestDidStart(requestID: "first")
    while !visible.isVisible.data {}
    visible.requestDidStop(requestID: "first")
    let measurement = Measurement.of {
      visible.requestDidStart(requestID: "request-1")
      visible.requestDidStop(requestID: "request-1")
    }
    report.time("network: start + stop, visible", measurement, budget: 170)
  }
}
