import Configuration

extension ValueReader where Value == CommandDefinition.Invocation {
  /// Text for a shell, or a list of a program and its arguments.
  static var invocation: Self {
    let schema = ValueSchema(
      "text or list", .either([ValueSchema.text.shape, .list(ValueSchema.anyText.shape)]))
    return Self(schema) { field in
      guard let invocation = invocation(field) else { return nil }
      if invocation.isEmpty { field.mistake("\(field.name) has no command") }
      return invocation
    }
  }

  private static func invocation(_ field: Field) -> Value? {
    guard case .sequence(let elements) = field.node.content else {
      return ValueReader<YAMLScalar>.scalar("a command or a list of arguments").read(field).map {
        .shell($0.text)
      }
    }
    let arguments = elements.compactMap {
      ValueReader<String>.anyText.read(field.child("an argument of \(field.name)", $0))
    }
    return arguments.count == elements.count ? .arguments(arguments) : nil
  }
}

extension CommandDefinition.Invocation {
  fileprivate var isEmpty: Bool {
    switch self {
    case .shell(let text): text.allSatisfy(\.isWhitespace)
    case .arguments(let arguments): arguments.first?.isEmpty ?? true
    }
  }
}

extension ValueReader where Value == [String: VariableText] {
  static var environment: Self {
    Self(.texts) { field in
      field.entries()?.reduce(into: [:]) { variables, variable in
        let (name, entry) = variable
        if name.isEmpty || name.contains("=") || name.unicodeScalars.contains("\0") {
          field.report.mistake("\(quoted(name)) is not a valid name for a variable", at: entry.key.location)
        }
        variables[name] = ValueReader<VariableText>.variableText(.anyText).read(
          field.child(quoted(name), entry.value))
      }
    }
  }
}

extension ValueSchema {
  static let texts = Self("mapping of texts", .dictionary(anyText.shape, allowsEmpty: true))
}
