/// How a value of some kind is read from YAML. What does not fit is reported to the field, and the result is nil.
package struct ValueReader<Value> {
  package let read: (Field) -> Value?

  package init(read: @escaping (Field) -> Value?) {
    self.read = read
  }
}

extension ValueReader where Value == String {
  /// Text that is not empty; a number or a word like `yes` is text too.
  package static var text: Self {
    Self { field in
      guard let text = ValueReader<YAMLScalar>.scalar("a text").read(field)?.text else { return nil }
      guard !text.isEmpty else {
        field.mistake("\(field.name) is empty")
        return nil
      }
      return text
    }
  }
}

extension ValueReader where Value == YAMLScalar {
  /// Any single value, also an empty text in quotes.
  package static func scalar(_ expected: @escaping @autoclosure () -> String) -> Self {
    Self { field in
      guard let scalar = field.node.scalar, !scalar.isNull else {
        field.mustBe(expected())
        return nil
      }
      guard !scalar.text.unicodeScalars.contains("\0") else {
        field.mistake("\(field.name) contains a NUL character")
        return nil
      }
      return scalar
    }
  }
}

extension ValueReader where Value == Duration {
  /// A duration that may be zero.
  package static var duration: Self {
    let expected = "a duration such as 250ms, 5s, 10m or 1h30m"
    return Self { field in
      guard let text = ValueReader<YAMLScalar>.scalar(expected).read(field)?.text else { return nil }
      guard let duration = DurationText.parse(text) else {
        let meant = DurationText.suggestion(for: text)
        field.mustBe(expected, hint: meant.map { "did you mean `\($0)`?" })
        return nil
      }
      return duration
    }
  }

  package static var positiveDuration: Self {
    Self { field in
      guard let duration = Self.duration.read(field) else { return nil }
      guard duration > .zero else {
        field.mistake("\(field.name) must be longer than nothing")
        return nil
      }
      return duration
    }
  }

  /// How often something is repeated: not so often that it does nothing else.
  package static var interval: Self {
    Self { field in
      guard let duration = Self.duration.read(field) else { return nil }
      guard duration >= .milliseconds(100) else {
        field.mistake("\(field.name) must be at least 100ms")
        return nil
      }
      return duration
    }
  }
}

extension ValueReader where Value == Int {
  /// A whole number within a range.
  package static func count(_ range: ClosedRange<Int>) -> Self {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Self { field in
      guard let text = ValueReader<YAMLScalar>.scalar(expected).read(field)?.text else { return nil }
      guard let number = Int(text), range.contains(number) else {
        field.mustBe(expected)
        return nil
      }
      return number
    }
  }
}

extension ValueReader where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words that the type has as raw values.
  package static var choice: Self {
    let words = Value.allCases.map(\.rawValue)
    let expected = { "one of \(words.map(quoted).joined(separator: ", "))" }
    return Self { field in
      guard let text = ValueReader<YAMLScalar>.scalar(expected()).read(field)?.text else { return nil }
      guard let value = Value(rawValue: text) else {
        field.mustBe(expected(), hint: Suggestion.hint(for: text, among: words))
        return nil
      }
      return value
    }
  }
}

extension ValueReader where Value == Bool {
  package static var truth: Self {
    Self { field in
      let text = ValueReader<YAMLScalar>.scalar("`true` or `false`").read(field)?.text
      switch text {
      case "true": return true
      case "false": return false
      case nil: return nil
      case let text?:
        let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"][text.lowercased()]
        field.mustBe("`true` or `false`", hint: meant.map { "did you mean `\($0)`?" })
        return nil
      }
    }
  }
}
