import Configuration

extension ValueReader where Value == Simulation {
  static var simulation: Self {
    Self { field in
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let duration = fields.read("duration", .positiveDuration)
      let steps = fields.read("steps", .count(0...100_000))
      let requests = fields.read("requests", .count(1...1_000))
      let failEvery = fields.read("fail-every", .count(1...1_000_000))
      let failure = fields.read("failure", .shownText)
      let value = fields.read("value", .shownText)
      fields.finish()
      if fields.location(of: "duration") == nil {
        field.mistake("\(field.name) needs a `duration`")
      }
      if let location = fields.location(of: "failure"), fields.location(of: "fail-every") == nil {
        field.report.mistake("`failure` without `fail-every`: no run fails", at: location)
      }
      return duration.map {
        Simulation(
          duration: $0, steps: steps ?? 0, requests: requests ?? 1, failEvery: failEvery,
          failure: failure ?? "simulated failure", value: value)
      }
    }
  }
}
