import SignalboxCore

enum ActivityRows {
  static func report(_ report: Report) {
    tokens(report)
    subscriptions(report)
    elements(report)
    closures(report)
  }

  private static func observed() -> ActivityIndicator<Int> {
    let indicator = ActivityIndicator<Int>()
    indicator.state.observeForever { blackHole($0) }
    return indicator
  }

  private static func tokens(_ report: Report) {
    for (others, budget) in [(0, 150.0), (1, 130), (100, 130), (10_000, 130)] {
      let indicator = observed()
      let running = (0..<others).map { indicator.begin(associatedValue: $0) }
      let measurement = Measurement.of { indicator.begin(associatedValue: 1).end() }
      report.time("activity token: begin + end, beside \(others)", measurement, budget: budget)
      withExtendedLifetime(running) {}
    }
  }

  private static func subscriptions(_ report: Report) {
    for others in [0, 1_000] {
      let indicator = observed()
      let running = (0..<others).map { indicator.begin(associatedValue: $0) }
      let plain = Measurement.of {
        blackHole(indicator.trackActivity(of: Just(1), associatedValue: 7).sink { blackHole($0) })
      }
      report.time("activity: subscribe, one element, end, beside \(others)", plain, budget: 1_200)
      let provided = Measurement.of {
        blackHole(
          indicator.trackActivity(of: Just(1), initialAssociatedValue: 7, associatedValueProvider: { $0 + 1 })
            .sink { blackHole($0) })
      }
      report.time("activity: the same with a provider, beside \(others)", provided, budget: 1_800)
      withExtendedLifetime(running) {}
    }
  }

  private static func elements(_ report: Report) {
    let untracked = Passage { $0.eraseToAnyPublisher() }
    for (others, isShown, budget) in [(0, true, 220.0), (1_000, false, 100)] {
      let indicator = observed()
      let running = (0..<others).map { indicator.begin(associatedValue: $0) }
      let changing = Passage {
        $0.trackActivity(in: indicator, initialAssociatedValue: 0, associatedValueProvider: { $0 })
          .eraseToAnyPublisher()
      }
      report.time(
        "tracked element that changes the value, \(isShown ? "shown" : "not shown"), beside \(others)",
        Measurement.of(changing.send, over: untracked.send), budget: budget)
      let same = Passage {
        $0.trackActivity(in: indicator, initialAssociatedValue: 0, associatedValueProvider: { _ in 5 })
          .eraseToAnyPublisher()
      }
      report.time(
        "tracked element that changes nothing, with provider, beside \(others)",
        Measurement.of(same.send, over: untracked.send), budget: 60)
      let without = Passage { $0.trackActivity(in: indicator, associatedValue: 0).eraseToAnyPublisher() }
      report.time(
        "tracked element, without provider, beside \(others)",
        Measurement.of(without.send, over: untracked.send), budget: 5)
      withExtendedLifetime(running) {}
    }
  }

  private static func closures(_ report: Report) {
    let indicator = observed()
    let times = AsyncMeasurement.of(
      { await nothing() }, { await indicator.track { _ in await nothing() } })
    report.time("track { } over the closure", times[1].over(times[0]), budget: 400)
  }

  @inline(never) private static func nothing() async {}
}
