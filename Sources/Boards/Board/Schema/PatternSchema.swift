import Configuration

/// For those who look for a key of the regular expression.
private let hintAtExpression = "a regular expression is the value itself, such as '(\\d+)%'"

extension ValueReader where Value == OutputPattern {
  /// A regular expression, or a path into lines of JSON.
  static var outputPattern: Self {
    expression { text throws(PatternError) in try OutputPattern(text) }.or(
      .mapping("json-status") { fields in
        fields.require(
          "json", .jsonPath, "the path to the value", example: "$.state", hint: hintAtExpression
        )
        .map { OutputPattern($0) }
      })
  }
}

extension ValueReader where Value == ProgressPattern {
  /// A regular expression, or a path into lines of JSON and the total that its number is compared with.
  static var progressPattern: Self {
    expression { text throws(PatternError) in try ProgressPattern(text) }.or(
      .mapping("json-progress") { fields in
        let path = fields.require(
          "json", .jsonPath, "the path to the number, or to the value for `status`",
          example: "$.steps[0].done", hint: hintAtExpression)
        let total = fields.read(
          "of", .total, "the total; only for `progress`", default: "`100`", example: "$.total")
        return path.map { ProgressPattern($0, of: total ?? .number(100)) }
      })
  }
}

extension ValueReader where Value == ProgressPattern.Total {
  fileprivate static var total: Self {
    let expected = "a path such as $.total, or a number above 0"
    let number = Self.parsed(expected, ValueSchema("number above 0", .number(above: 0))) { text in
      Double(text).flatMap { $0 > 0 && $0.isFinite ? .number($0) : nil }
    }
    let schema = {
      ValueSchema("path or number above 0", .either([number.schema().shape, ValueSchema.path.shape]))
    }
    return Self(schema()) { field in
      guard field.node.scalar?.text.hasPrefix("$") == true else { return number.read(field) }
      return ValueReader<JSONPath>.jsonPath.read(field).map { .path($0) }
    }
  }
}

extension ValueReader where Value == JSONPath {
  static var jsonPath: Self {
    Self(.path) { field in
      let scalar = ValueReader<YAMLScalar>.scalar("a path such as $.done").read(field)
      guard let scalar else { return nil }
      do throws(JSONPath.Mistake) {
        return try JSONPath(scalar.text)
      } catch {
        let location = field.locations(in: scalar)(error.offset)
        field.report.mistake(error.message, at: location, hint: error.hint)
        return nil
      }
    }
  }
}

extension ValueSchema {
  fileprivate static let path = Self(
    "path",
    .named("path", meaning: "a path into JSON: $.done or $.steps[0].name", .string(pattern: #"^\$"#)))
}

extension ValueReader {
  static func expression(_ compile: @escaping (String) throws(PatternError) -> Value) -> Self {
    Self(ValueSchema("[pattern](#progress-and-status)", .string())) { field in
      guard let text = ValueReader<YAMLScalar>.scalar("a regular expression").read(field)?.text else {
        return nil
      }
      do throws(PatternError) {
        return try compile(text)
      } catch {
        field.mistake("\(field.name) \(error.message)", hint: error.hint)
        return nil
      }
    }
  }
}
