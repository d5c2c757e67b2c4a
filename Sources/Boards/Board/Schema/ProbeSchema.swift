import Configuration

extension FieldReader {
  /// Reports a `slower-than` without effect, because the attempt times out first.
  func checkSlowness(_ slowerThan: Duration?, timeout: Duration) {
    guard let slowerThan, slowerThan >= timeout else { return }
    mistake("`slower-than` must be shorter than `timeout`, which is \(timeout.text)", at: "slower-than")
  }
}

extension ValueReader where Value == [JSONExpectation] {
  /// Paths into the response, each with the expected value.
  static var jsonExpectations: Self {
    var schema: ValueSchema {
      ValueSchema("mapping", .dictionary(ValueSchema.anyText.shape, allowsEmpty: false))
    }
    return Self(schema) { field in
      guard let entries = field.entries() else { return nil }
      if entries.isEmpty { field.mistake("\(field.name) is empty", hint: "for instance { $.status: ok }") }
      return entries.compactMap { key, entry in
        let path = ValueReader<JSONPath>.jsonPath.read(field.child("a key of \(field.name)", entry.key))
        let value = ValueReader<JSONValue>.jsonValue.read(field.child(quoted(key), entry.value))
        guard let path, let value else { return nil }
        return JSONExpectation(path: path, value: value)
      }
    }
  }
}

extension ValueReader where Value == JSONValue {
  /// Text, a number or a truth value; in quotes always text.
  fileprivate static var jsonValue: Self {
    ValueReader<YAMLScalar>.scalar("text, a number, `true` or `false`").map { scalar in
      switch scalar.text {
      case "true" where scalar.style == .plain: .truth(true)
      case "false" where scalar.style == .plain: .truth(false)
      case let text where scalar.style == .plain && text.wholeMatch(of: jsonNumber) != nil:
        Double(text).map { .number($0) } ?? .text(text)
      case let text: .text(text)
      }
    }
  }

  /// A number as RFC 8259 defines it.
  private static var jsonNumber: Regex<Substring> {
    /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/
  }
}
