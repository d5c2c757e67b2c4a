import Configuration

extension ValueReader where Value == VariableText {
  /// Text that may contain environment variables.
  static func variableText(_ text: ValueReader<String>) -> Self {
    Self(text.schema()) { field in
      guard let text = text.read(field) else { return nil }
      do throws(VariableText.Mistake) {
        return try VariableText(parsing: text)
      } catch {
        field.mistake("\(field.name) \(error.message)", hint: error.hint)
        return nil
      }
    }
  }
}
