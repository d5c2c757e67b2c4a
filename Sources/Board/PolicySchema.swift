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
