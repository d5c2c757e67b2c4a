import Configuration

extension ActionDraft {
  /// The options that only services have.
  private static let serviceOptions = ["ready", "restart", "restart-with", "liveness"]

  /// Reads the options of a service; nil for an action that is none.
  mutating func readService(_ fields: inout FieldReader, in place: BoardPlace) -> ServiceDefinition? {
    let isService = fields.read(
      "service", .truth, "whether the command is meant to go on: see [services](#services)",
      default: "`false`", example: "true", requires: ["run"],
      excludes: [
        "every": "a service goes on by itself", "retry": "`restart` says what follows its end",
        "timeout": "a service is meant to go on",
        "failures-before-error": "`restart` says how many failures are tolerated",
      ])
    let ready = fields.read(
      "ready", .readyOption(in: place), "when the service is ready",
      default: "as soon as its program runs",
      example: "{ tcp: 'localhost:5432' }", requires: ["service"])
    let restart = fields.read(
      "restart", .restartPolicy, "when the program of the service is started again",
      example: "{ when: always }", requires: ["service"])
    let restartsWith = fields.read(
      "restart-with", ValueReader<PlacedName>.placedName.oneOrMore,
      "other services: whenever one of them is ready again after an end, this one is started again, too",
      default: "none", example: "[database]", requires: ["service"])
    let liveness = fields.read(
      "liveness", .livenessProbe(in: place), "a probe that the service must answer while it is ready",
      default: "none",
      example: "{ http: 'http://localhost/' }", requires: ["service"])
    guard isService == true else {
      for key in Self.serviceOptions where isService == false && fields.contains(key) {
        fields.mistake("\(quoted(key)) has no effect: `service` is `false`", at: key)
      }
      return nil
    }
    self.restartsWith = restartsWith ?? []
    return ServiceDefinition(
      ready: ready?.condition, readyLimit: ready.map(\.limit) ?? ServiceDefinition.defaultReadyLimit,
      restart: restart ?? RestartPolicy(), liveness: liveness,
      restartsWith: (restartsWith ?? []).map(\.name))
  }
}

extension BoardDraft {
  /// Reports names in `restart-with` that are not those of other services, and services that are restarted
  /// because of themselves.
  func checkRestarts(_ report: Report) {
    guard actions.contains(where: { !$0.restartsWith.isEmpty }) else { return }
    let ids = actions.map(\.id)
    let services = Set(actions.filter { $0.definition.map { $0.service != nil } ?? true }.map(\.id))
    var dependencies: [String: [String]] = [:]
    for action in actions {
      for other in action.restartsWith where !services.contains(other.name) {
        let isKnown = ids.contains(other.name)
        report.mistake(
          isKnown
            ? "\(quoted(other.name)) is not a service, so nothing can be restarted with it"
            : "\(quoted(other.name)) is not an action of this board", at: other.location,
          hint: isKnown ? "`service: true` makes it one" : Suggestion.hint(for: other.name, among: ids))
      }
      if !action.restartsWith.isEmpty { dependencies[action.id] = action.restartsWith.map(\.name) }
    }
    let drafts = Dictionary(actions.map { ($0.id, $0) }) { first, _ in first }
    for cycle in EnabledOrder(of: ids, dependencies: dependencies).cycles {
      guard let last = cycle.path.dropLast().last, let others = drafts[last]?.restartsWith,
        others.indices.contains(cycle.closing)
      else { continue }
      report.mistake(
        "\(quoted(cycle.path[0])) is restarted with itself: \(Self.text(of: cycle.path))",
        at: others[cycle.closing].location,
        hint: "a service must not be restarted because of itself, not even through others")
    }
  }
}

extension ValueReader where Value == StartPolicy {
  static var startPolicy: Self { choice }
}

extension ValueReader where Value == LinePattern {
  static var linePattern: Self {
    expression { text throws(PatternError) in try LinePattern(text) }
  }
}

extension ValueReader where Value == RestartPolicy {
  fileprivate static var restartPolicy: Self {
    .mapping("restart", hint: Meant.restart) { fields in
      let occasion = fields.read(
        "when", ValueReader<RestartPolicy.Occasion>.choice,
        "after which ends: a failure, a success too, or none", default: "`failure`", example: "always")
      let backoff = fields.read(
        "backoff", .backoff, "the first and the longest wait, as for `retry`", default: "`1s..30s`",
        example: "500ms..10s")
      let limit = fields.read(
        "limit", .count(1...1_000_000),
        "how many restarts in a row are tried; after the next end the service has failed", default: "`5`",
        example: "10")
      let resetAfter = fields.read(
        "reset-after", .positiveDuration,
        "how long the service must have been ready for its restarts to be counted from 0 again",
        default: "`1m`", example: "5m")
      return RestartPolicy(
        occasion ?? .failure, limit: limit ?? RestartPolicy.defaultLimit,
        backoff: backoff ?? RetryPolicy.defaultBackoff,
        resetAfter: resetAfter ?? RestartPolicy.defaultResetAfter)
    }
  }
}
