import Configuration

extension ValueReader where Value == Simulation {
  static var simulation: Self {
    .mapping("simulate") { fields in
      let duration = fields.require("duration", .positiveDuration, "how long a run takes", example: "8s")
      let steps = fields.read(
        "steps", .count(0...100_000), "in how many steps progress is reported; 0 for no progress",
        default: "`0`", example: "40")
      let requests = fields.read(
        "requests", .count(1...1_000), "how many requests are in progress at the same time", default: "`1`",
        example: "4")
      let failEvery = fields.read(
        "fail-every", .count(1...1_000_000), "which runs fail: 3 means every third", default: "no run",
        example: "3")
      let failure = fields.read(
        "failure", .shownText, "the message of a failure", default: "`simulated failure`",
        example: "the server hung up", requires: ["fail-every"])
      let value = fields.read(
        "value", .shownText, "the value that a run shows", default: "none", example: "128 items")
      return duration.map {
        Simulation(
          duration: $0, steps: steps ?? 0, requests: requests ?? 1, failEvery: failEvery,
          failure: failure ?? "simulated failure", value: value)
      }
    }
  }
}
