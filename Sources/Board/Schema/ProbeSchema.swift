import Configuration

extension FieldReader {
  /// Reports a `slower-than` that has no effect, because the attempt times out first.
  func checkSlowness(_ slowerThan: Duration?, timeout: Duration, _ report: Report) {
    guard let slowerThan, slowerThan >= timeout, let location = location(of: "slower-than") else { return }
    report.mistake(
      "`slower-than` must be shorter than the timeout, \(timeout.text)", at: location,
      hint: "an attempt that lasts so long has timed out")
  }
}

extension ValueReader where Value == [JSONExpectation] {
  /// Paths into the answer, each with the value that must stand there.
  static var jsonExpectations: Self {
    Self { field in
      guard let entries = FieldReader.entries(of: field.node, named: field.name, field.report) else {
        return nil
      }
      guard !entries.isEmpty else {
        field.mistake("\(field.name) is empty", hint: "as in { $.status: ok }")
        return nil
      }
      return entries.compactMap { _, entry in
        let key = Field(name: "a key of \(field.name)", node: entry.key, report: field.report)
        let path = ValueReader<JSONPath>.jsonPath.read(key)
        let value = ValueReader<JSONValue>.jsonValue.read(
          Field(name: quoted(entry.key.scalar?.text ?? ""), node: entry.value, report: field.report))
        guard let path, let value else { return nil }
        return JSONExpectation(path: path, value: value)
      }
    }
  }
}

extension ValueReader where Value == JSONValue {
  /// A text, a number or a truth value; in quotes always a text.
  fileprivate static var jsonValue: Self {
    Self { field in
      let scalar = ValueReader<YAMLScalar>.scalar("a text, a number, `true` or `false`").read(field)
      return scalar.map { scalar in
        switch scalar.text {
        case "true" where scalar.style == .plain: .truth(true)
        case "false" where scalar.style == .plain: .truth(false)
        case let text where scalar.style == .plain && text.wholeMatch(of: jsonNumber) != nil:
          Double(text).map { .number($0) } ?? .text(text)
        case let text: .text(text)
        }
      }
    }
  }

  /// As RFC 8259 has it.
  private static var jsonNumber: Regex<Substring> {
    /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/
  }
}
