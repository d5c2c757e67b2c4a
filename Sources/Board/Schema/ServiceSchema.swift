import Configuration

extension ActionDraft {
  /// The options that only services have.
  private static let serviceOptions = ["ready", "restart", "liveness"]

  /// Reads the options of a service; nil for an action that is none.
  static func readService(_ fields: inout FieldReader, in place: BoardPlace) -> ServiceDefinition? {
    let isService = fields.read(
      "service", .truth, "whether the command is meant to go on: see [services](#services)",
      default: "`false`", example: "true", requires: ["run"],
      excludes: [
        "every": "a service goes on by itself", "retry": "`restart` says what follows its end",
        "timeout": "a service is meant to go on",
        "failures-before-error": "`restart` says how many failures are tolerated",
      ])
    let ready = fields.read(
      "ready", .readyCondition(in: place), "when the service is ready",
      default: "as soon as its program runs",
      example: "{ tcp: 'localhost:5432' }", requires: ["service"])
    let restart = fields.read(
      "restart", .restartPolicy, "when the program of the service is started again",
      example: "{ when: always }", requires: ["service"])
    let liveness = fields.read(
      "liveness", .livenessCheck(in: place), "a probe that the service must answer while it is ready",
      default: "none",
      example: "{ http: 'http://localhost/' }", requires: ["service"])
    guard isService == true else {
      for key in serviceOptions where isService == false && fields.contains(key) {
        fields.mistake("\(quoted(key)) has no effect: `service` is `false`", at: key)
      }
      return nil
    }
    return ServiceDefinition(ready: ready, restart: restart ?? RestartPolicy(), liveness: liveness)
  }
}

extension ValueReader where Value == StartPolicy {
  static var startPolicy: Self { choice }
}

extension ValueReader where Value == ReadyCondition {
  fileprivate static func readyCondition(in place: BoardPlace) -> Self {
    .mapping("ready") { fields in
      let line = fields.read(
        "line", .linePattern, "a regular expression: ready when the output has a line that matches",
        default: "", example: "listening on")
      let http = fields.read(
        "http", .httpProbe(in: place), "a request, as for `http`: ready when it succeeds", default: "",
        example: "http://localhost/health")
      let tcp = fields.read(
        "tcp", .tcpProbe, "a connection, as for `tcp`: ready when it succeeds", default: "",
        example: "localhost:5432")
      let delay = fields.read(
        "delay", .positiveDuration, "ready when this time has passed", default: "", example: "2s")
      fields.requireOne(of: ["line", "http", "tcp", "delay"])
      return line.map { .line($0) } ?? http.map { .probe(.http($0)) } ?? tcp.map { .probe(.tcp($0)) }
        ?? delay.map { .delay($0) }
    }
  }
}

extension ValueReader where Value == LinePattern {
  static var linePattern: Self {
    expression { text throws(PatternError) in try LinePattern(text) }
  }
}

extension ValueReader where Value == RestartPolicy {
  fileprivate static var restartPolicy: Self {
    .mapping("restart") { fields in
      let occasion = fields.read(
        "when", ValueReader<RestartPolicy.Occasion>.choice,
        "after which ends: a failure, exit code 0 too, or none", default: "`failure`", example: "always")
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

extension ValueReader where Value == LivenessCheck {
  fileprivate static func livenessCheck(in place: BoardPlace) -> Self {
    .mapping("liveness") { fields in
      let http = fields.read(
        "http", .httpProbe(in: place), "a request, as for `http`", default: "",
        example: "http://localhost/health")
      let tcp = fields.read(
        "tcp", .tcpProbe, "a connection, as for `tcp`", default: "", example: "localhost:5432")
      let interval = fields.read(
        "every", .interval, "the time between two probes", default: "`10s`", example: "30s")
      let failures = fields.read(
        "failures", .count(1...1_000_000),
        "how many probes in a row must fail; then the service is stopped and started again",
        default: "`3`", example: "5")
      fields.requireOne(of: ["http", "tcp"])
      return (http.map { .http($0) } ?? tcp.map { .tcp($0) }).map {
        LivenessCheck(
          $0, interval: interval ?? LivenessCheck.defaultInterval,
          failures: failures ?? LivenessCheck.defaultFailures)
      }
    }
  }
}
