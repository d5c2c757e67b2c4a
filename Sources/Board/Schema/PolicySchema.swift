import Configuration

extension ValueReader where Value == ErrorPolicy {
  static var errorPolicy: Self {
    Self { field in
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let policy = ErrorPolicy(
        priority: fields.read("priority", ValueReader<ErrorPolicy.Priority>.choice) ?? .normal,
        reset: fields.read("reset", .positiveDuration))
      fields.finish()
      return policy
    }
  }
}

extension ValueReader where Value == RetryPolicy {
  static var retryPolicy: Self {
    Self { field in
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let attempts = fields.read("attempts", .attempts)
      let backoff = fields.read("backoff", .backoff)
      fields.finish()
      if fields.location(of: "attempts") == nil {
        field.mistake("\(field.name) needs `attempts`")
      }
      return attempts.map { RetryPolicy(attempts: $0, backoff: backoff ?? RetryPolicy.defaultBackoff) }
    }
  }
}

extension ValueReader where Value == Int {
  fileprivate static var attempts: Self {
    Self { field in
      if field.node.scalar?.text == "1" {
        field.mistake(
          "one attempt is no retry", hint: "the first attempt counts: with 2 it is tried again once")
        return nil
      }
      return Self.count(2...1_000).read(field)
    }
  }
}

extension ValueReader where Value == ClosedRange<Duration> {
  /// Two durations with `..` between them, or one that is both.
  fileprivate static var backoff: Self {
    let expected = "a duration or a range of them such as 1s..30s"
    return Self { field in
      guard let text = ValueReader<YAMLScalar>.scalar(expected).read(field)?.text else { return nil }
      let bounds = text.split(separator: "..", omittingEmptySubsequences: false).map {
        DurationText.parse(String($0))
      }
      guard bounds.count <= 2, let first = bounds.first ?? nil, let last = bounds.last ?? nil else {
        field.mustBe(expected, hint: suggestion(for: text))
        return nil
      }
      guard first > .zero, first <= last else {
        field.mistake(
          first > last ? "\(field.name) must not fall" : "\(field.name) must be longer than nothing")
        return nil
      }
      return first...last
    }
  }

  private static func suggestion(for text: String) -> String? {
    let bounds = text.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "to" }
      .compactMap { DurationText.suggestion(for: String($0)) }
    return (1...2).contains(bounds.count) ? "did you mean `\(bounds.joined(separator: ".."))`?" : nil
  }
}

extension ValueReader where Value == WhileRunning {
  /// A word, or a mapping that sets a limit beside it.
  static var whileRunning: Self {
    Self { field in
      guard case .mapping = field.node.content else {
        return ValueReader<Word>.choice.read(field)?.policy
      }
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let limits = ValueReader<Int>.count(1...1_000_000)
      let waiting = fields.read("queue", limits)
      let running = fields.read("concurrent", limits)
      fields.finish()
      guard (fields.location(of: "queue") == nil) != (fields.location(of: "concurrent") == nil) else {
        field.mistake("\(field.name) with a limit is either `queue` or `concurrent`")
        return nil
      }
      return waiting.map { .queue(limit: $0) } ?? running.map { .concurrent(limit: $0) }
    }
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
