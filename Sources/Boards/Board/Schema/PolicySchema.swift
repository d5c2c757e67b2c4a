import Configuration
import SignalboxCore

extension ValueReader where Value == ErrorPolicy {
  static var errorPolicy: Self {
    .mapping("error", hint: Meant.error) { fields in
      let priority = fields.read(
        "priority", .choice(ErrorPriority.allCases) { $0.word }, "which errors the banner shows first",
        default: "`normal`", example: "high")
      let reset = fields.read(
        "reset", .positiveDuration, "the time after which the error disappears by itself",
        default: "when a run succeeds", example: "30s")
      return ErrorPolicy(priority: priority ?? .normal, reset: reset)
    }
  }
}

extension ValueReader where Value == RetryPolicy {
  static var retryPolicy: Self {
    .mapping("retry", hint: Meant.retry) { fields in
      let attempts = fields.require(
        "attempts", .attempts, "the maximum number of attempts, including the first", example: "3")
      let backoff = fields.read(
        "backoff", .backoff,
        "the first and the longest wait; each wait is twice the one before, minus up to a quarter as jitter",
        default: "`1s..30s`", example: "500ms..10s")
      return attempts.map { RetryPolicy(attempts: $0, backoff: backoff ?? RetryPolicy.defaultBackoff) }
    }
  }
}

extension ValueReader where Value == Int {
  fileprivate static var attempts: Self {
    let count = Self.count(2...1_000)
    return Self(count.schema()) { field in
      guard field.node.scalar?.text == "1" else { return count.read(field) }
      field.mistake("\(field.name) must be at least 2", hint: "the first attempt counts: 2 means one retry")
      return nil
    }
  }
}

extension ValueReader where Value == ClosedRange<Duration> {
  /// Two durations with `..` between them, or one that is both.
  static var backoff: Self {
    var schema: ValueSchema {
      ValueSchema(
        "duration, or two with `..`", .string(pattern: #"^[0-9][0-9dhms]*(\.\.[0-9][0-9dhms]*)?$"#))
    }
    let bounds = ValueReader<[Duration]>.parsed(
      "a duration or a range such as 1s..30s", schema, hint: suggestion
    ) { text in
      let bounds = text.split(separator: "..", omittingEmptySubsequences: false)
      let durations = bounds.compactMap { DurationText.parse(String($0)) }
      return durations.count == bounds.count && bounds.count <= 2 ? durations : nil
    }
    return bounds.satisfying(schema.type, "must be longer than 0s") { $0.allSatisfy { $0 > .zero } }
      .satisfying(schema.type, "must have the shorter duration first") { $0 == $0.sorted() }
      .map { $0[0]...$0[$0.count - 1] }
  }

  private static func suggestion(for text: String) -> String? {
    let bounds = text.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "to" }
      .compactMap { DurationText.suggestion(for: String($0)) }
    return (1...2).contains(bounds.count) ? "did you mean `\(bounds.joined(separator: ".."))`?" : nil
  }
}

extension ValueReader where Value == WhileRunning {
  /// A word, or a mapping that also sets a limit.
  static var whileRunning: Self {
    let limit = ValueReader<Int>.count(1...1_000_000)
    return ValueReader<Word>.choice.map(\.policy).or(
      .mapping("while-running") { fields in
        let waiting = fields.read(
          "queue", limit, "how many starts may wait; one more is rejected", default: "no limit",
          example: "2")
        let running = fields.read(
          "concurrent", limit, "how many runs may be in progress; one more is rejected",
          default: "no limit", example: "4")
        fields.requireOne(of: ["queue", "concurrent"])
        return waiting.map { .queue(limit: $0) } ?? running.map { .concurrent(limit: $0) }
      })
  }
}

private enum Word: String, CaseIterable {
  case reject, queue, restart, concurrent

  var policy: WhileRunning {
    switch self {
    case .reject: .reject
    case .queue: .queue()
    case .restart: .restart
    case .concurrent: .concurrent()
    }
  }
}
