import Configuration

extension ValueReader where Value == CommandDefinition.Invocation {
  static var invocation: Self {
    Self { field in
      guard case .sequence(let elements) = field.node.content else {
        let text = ValueReader<YAMLScalar>.scalar("a command or a list of arguments").read(field)?.text
        guard let text else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
          field.mistake("\(field.name) has nothing to run")
          return nil
        }
        return .shell(text)
      }
      let arguments = elements.compactMap { element in
        let argument = Field(name: "an argument of \(field.name)", node: element, report: field.report)
        return ValueReader<YAMLScalar>.scalar("a text").read(argument)?.text
      }
      guard arguments.count == elements.count else { return nil }
      guard let program = arguments.first, !program.isEmpty else {
        field.mistake("\(field.name) has nothing to run")
        return nil
      }
      return .arguments(arguments)
    }
  }
}

extension ValueReader where Value == [String: String] {
  static var environment: Self {
    Self { field in
      guard let entries = FieldReader.entries(of: field.node, named: field.name, field.report) else {
        return nil
      }
      var variables: [String: String] = [:]
      for (name, entry) in entries {
        if name.isEmpty || name.contains("=") || name.unicodeScalars.contains("\0") {
          field.report.mistake("\(quoted(name)) cannot be the name of a variable", at: entry.key.location)
        }
        let variable = Field(name: quoted(name), node: entry.value, report: field.report)
        variables[name] = ValueReader<YAMLScalar>.scalar("a text").read(variable)?.text
      }
      return variables
    }
  }
}
