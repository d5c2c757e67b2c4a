import SignalboxCore

enum ActionRows {
  static func report(_ report: Report) {
    let action = Action<Int, Int> { Just($0) }
    let measurement = Measurement.of {
      blackHole(action.execute(1).sink(receiveCompletion: { _ in }, receiveValue: { blackHole($0) }))
    }
    report.time("action: execute(just) with its result", measurement, budget: 2_000, allocations: 15)

    let asynchronous = Action<Int, Int> { $0 }
    let (task, awaited) = AsyncMeasurement.of(
      { blackHole(await Task { 1 }.value) }, { blackHole(try? await asynchronous.execute(1).value) })
    report.time("yardstick: Task { }.value", task, budget: nil)
    report.time("action: async work, execute and value", awaited, atMost: 2, of: task)
  }
}
