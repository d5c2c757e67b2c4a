import Configuration

extension ValueReader where Value == OutputPattern {
  /// A regular expression, or a path into lines of JSON.
  static var outputPattern: Self {
    Self { field in
      guard case .mapping = field.node.content else {
        return Self.expression { text throws(PatternError) in try OutputPattern(text) }.read(field)
      }
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let path = fields.read("json", .jsonPath)
      fields.finish()
      if fields.location(of: "json") == nil {
        field.mistake("\(field.name) needs a regular expression or `json`")
      }
      return path.map { OutputPattern($0) }
    }
  }
}

extension ValueReader where Value == ProgressPattern {
  /// A regular expression, or a path into lines of JSON and what its number is compared with.
  static var progressPattern: Self {
    Self { field in
      guard case .mapping = field.node.content else {
        return Self.expression { text throws(PatternError) in try ProgressPattern(text) }.read(field)
      }
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let path = fields.read("json", .jsonPath)
      let total = fields.read("of", .total)
      fields.finish()
      if fields.location(of: "json") == nil {
        field.mistake("\(field.name) needs a regular expression or `json`")
      }
      return path.map { ProgressPattern($0, of: total ?? .number(100)) }
    }
  }
}

extension ValueReader where Value == ProgressPattern.Total {
  fileprivate static var total: Self {
    let expected = "a path such as $.total, or a number above 0"
    return Self { field in
      guard let text = ValueReader<YAMLScalar>.scalar(expected).read(field)?.text else { return nil }
      if text.hasPrefix("$") { return ValueReader<JSONPath>.jsonPath.read(field).map { .path($0) } }
      guard let number = Double(text), number > 0, number.isFinite else {
        field.mustBe(expected)
        return nil
      }
      return .number(number)
    }
  }
}

extension ValueReader where Value == JSONPath {
  static var jsonPath: Self {
    Self { field in
      let scalar = ValueReader<YAMLScalar>.scalar("a path such as $.done").read(field)
      guard let scalar else { return nil }
      do throws(JSONPath.Mistake) {
        return try JSONPath(scalar.text)
      } catch {
        let place = field.locations(in: scalar)(error.offset)
        field.report.mistake(error.message, at: place, hint: error.hint)
        return nil
      }
    }
  }
}

extension ValueReader {
  fileprivate static func expression(_ compile: @escaping (String) throws(PatternError) -> Value) -> Self {
    Self { field in
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
