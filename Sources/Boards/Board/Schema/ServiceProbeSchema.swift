import Configuration

/// When a service is ready, and how long that may take.
struct ReadyOption {
  let condition: ReadyCondition
  /// Nil for no limit.
  let limit: Duration?
}

extension ValueReader where Value == ReadyOption {
  static func readyOption(in place: BoardPlace) -> Self {
    .mapping("ready", hint: Meant.ready) { fields in
      let line = fields.read(
        "line", .linePattern, "a regular expression: ready when the output has a line that matches",
        default: "", example: "listening on")
      let probe = fields.readProbe(", ready when it succeeds", in: place)
      let delay = fields.read(
        "delay", .positiveDuration, "ready when this time has passed", default: "", example: "2s")
      let repeated = fields.readRepetition(
        of: probe, interval: ServiceDefinition.defaultReadyInterval, intervalDefault: "`500ms`",
        successes: "how many probes in a row must succeed",
        failures:
          "how many probes must fail, without enough successes in a row between them, for the start to fail before `within` has passed",
        failureDefault: nil)
      let limit = fields.read(
        "within", .limit,
        "the longest time from the start of the program until the service is ready; after it, the program is stopped, and the start has failed",
        default: "`5m`; `never` with `delay`", example: "30s")
      fields.requireOne(of: ["line", "run", "http", "tcp", "delay"])
      if let delay, case .atMost(let limit) = limit, limit <= delay {
        fields.mistake("`within` must be longer than `delay`, which is \(delay.text)", at: "within")
      }
      let condition: ReadyCondition? =
        line.map { .line($0) } ?? repeated.map { .probe($0) } ?? delay.map { .delay($0) }
      let usualLimit = delay == nil ? ServiceDefinition.defaultReadyLimit : nil
      return condition.map { ReadyOption(condition: $0, limit: limit.map(\.duration) ?? usualLimit) }
    }
  }
}

extension ValueReader where Value == RepeatedProbe {
  static func livenessProbe(in place: BoardPlace) -> Self {
    .mapping("liveness", hint: Meant.liveness) { fields in
      let probe = fields.readProbe("", in: place)
      let repeated = fields.readRepetition(
        of: probe, interval: ServiceDefinition.defaultLivenessInterval, intervalDefault: "`10s`",
        successes: "how many probes in a row must succeed for failures to be counted from 0 again",
        failures: "how many probes in a row must fail; then the service is stopped and started again",
        failureDefault: ServiceDefinition.defaultLivenessFailures)
      fields.requireOne(of: ["run", "http", "tcp"])
      return repeated
    }
  }
}

extension FieldReader {
  /// The keys of which one is a probe.
  private static let probes = ["run", "http", "tcp"]

  /// Reads a probe; nil if there is none.
  /// - Parameter consequence: What follows when it succeeds, in words that continue those about the probe.
  fileprivate mutating func readProbe(_ consequence: String, in place: BoardPlace) -> ServiceProbe? {
    let command = read(
      "run", .invocation, "a command, as for `run`\(consequence): see [probes](#probes-of-services)",
      default: "", example: "pg_isready -q")
    let http = read(
      "http", .httpProbe(in: place), "a request, as for `http`\(consequence)", default: "",
      example: "http://localhost/health")
    let tcp = read(
      "tcp", .tcpProbe, "a connection, as for `tcp`\(consequence)", default: "", example: "localhost:5432")
    let timeout = read(
      "timeout", .positiveDuration,
      "the time limit of one command; that of `http` and `tcp` is one of their own options", default: "`5s`",
      example: "2s", requires: ["run"])
    return command.map {
      .command($0.using(place.commands.shell), timeout: timeout ?? ServiceProbe.defaultTimeout)
    } ?? http.map { .http($0) } ?? tcp.map { .tcp($0) }
  }

  /// Reads how a probe is repeated.
  /// - Parameters:
  ///   - usual: The time between two probes if the board does not set one, and that in words.
  ///   - successes: What the number of successes means, in words.
  ///   - failures: What the number of failures means, in words.
  ///   - failureDefault: The number of failures if the board does not set one.
  fileprivate mutating func readRepetition(
    of probe: ServiceProbe?, interval usual: Duration, intervalDefault: String, successes: String,
    failures: String, failureDefault: Int?
  ) -> RepeatedProbe? {
    let interval = read(
      "every", .interval, "the time between two probes", default: intervalDefault, example: "2s",
      requires: Self.probes)
    let successCount = read(
      "successes", .count(1...1_000_000), successes, default: "`1`", example: "2", requires: Self.probes)
    let failureCount = read(
      "failures", .count(1...1_000_000), failures, default: failureDefault.map { "`\($0)`" } ?? "no limit",
      example: "5", requires: Self.probes)
    let startPeriod = read(
      "start-period", .positiveDuration,
      "the time from the start of the program in which failures do not count", default: "none",
      example: "20s", requires: Self.probes)
    return probe.map {
      RepeatedProbe(
        $0, interval: interval ?? usual, successes: successCount ?? 1,
        failures: failureCount ?? failureDefault, startPeriod: startPeriod ?? .zero)
    }
  }
}

/// A limit that can be absent.
private enum Limit {
  case atMost(Duration)
  case never

  /// Nil for no limit.
  var duration: Duration? {
    switch self {
    case .atMost(let duration): duration
    case .never: nil
    }
  }
}

extension ValueReader where Value == Limit {
  /// A duration, or the word for none.
  fileprivate static var limit: Self {
    let duration = ValueReader<Duration>.positiveDuration
    var schema: ValueSchema {
      ValueSchema(
        "duration above 0, or `never`", .either([duration.schema().shape, .words(["never"])]))
    }
    return Self(schema) { field in
      let text = field.node.scalar?.text ?? ""
      if text == "never" { return .never }
      if DurationText.parse(text) != nil { return duration.read(field).map { .atMost($0) } }
      let hint =
        DurationText.suggestion(for: text).map { "did you mean `\($0)`?" }
        ?? Suggestion.hint(for: text, among: ["never"])
      field.mustBe("a duration such as 30s, or `never`", hint: hint)
      return nil
    }
  }
}
