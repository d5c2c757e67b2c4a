import SignalboxCore

enum LiveDataRows {
  static func report(_ report: Report) {
    for (count, budget) in [(0, 20.0), (1, 60), (10, 200), (1_000, 4_000)] {
      let live = LiveData(data: 0)
      for _ in 0..<count { live.observeForever { blackHole($0) } }
      report.time("live data: set, \(count) observers", Measurement.of { live.data = 1 }, budget: budget)
    }
    for (count, budget) in [(1, 100.0), (10, 550), (1_000, 15_000)] {
      let live = LiveData(data: 0)
      let owner = Owner()
      for _ in 0..<count { live.observe(owner: owner) { blackHole($0) } }
      report.time(
        "live data: set, \(count) owned observers", Measurement.of { live.data = 1 }, budget: budget)
      withExtendedLifetime(owner) {}
    }
    let root = LiveData(data: 0)
    root.map { $0 + 1 }.observeForever { blackHole($0) }
    report.time("live data: set, its map observed", Measurement.of { root.data = 1 }, budget: 150)
    let left = LiveData(data: 0)
    left.combineLatest(left.map { $0 + 1 }).observeForever { blackHole($0) }
    report.time(
      "live data: set, combined with its own map, observed", Measurement.of { left.data = 1 }, budget: nil)
    let folded = LiveData(data: 0)
    folded.scan(startingWith: 0) { $0 &+ $1 }.observeForever { blackHole($0) }
    report.time("live data: set, its scan observed", Measurement.of { folded.data = 1 }, budget: nil)
    let observed = LiveData(data: 0)
    // The first use registers, and nobody tracks the reads afterwards.
    blackHole(observed.observed.data)
    report.time(
      "live data: set, observable, nobody tracking", Measurement.of { observed.data = 1 }, budget: 76)
    let object = observed.observed
    report.time("live data: tracked read", Measurement.of { blackHole(object.data) }, budget: 16)
    for others in [0, 1_000] {
      let live = LiveData(data: 0)
      for _ in 0..<others { live.observeForever { blackHole($0) } }
      let measurement = Measurement.of {
        let observer = live.observeForever { blackHole($0) }
        live.remove(observer: observer)
      }
      report.time("live data: observe + remove, \(others) others", measurement, budget: 120)
    }
  }
}

final class Owner {}
