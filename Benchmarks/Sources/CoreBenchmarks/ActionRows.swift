import SignalboxCore

enum ActionRows {
  static func report(_ report: Report) {
    let action = Action<Int, Int> { Just($0) }
    let measurement = Measurement.of {
      blackHole(action.execute(1).sink(receiveCompletion: { _ in }, receiveValue: { blackHole($0) }))
    }
    report.time("action: execute(just) with its result", measurement, budget: 2_000)
  }
}
