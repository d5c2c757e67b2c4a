import Configuration

extension ValueReader where Value == CommandArgument {
  /// A text.
  static var textArgument: Self { ValueReader<String>.anyText.map { .text($0) } }

  /// A text, or what is entered for an input.
  /// - Parameter form: What is entered; nil if that is not known, because of a mistake.
  static func argument(of form: InputForm?) -> Self {
    textArgument.or(
      .mapping("argument") { fields in
        let name = fields.require(
          "input", ValueReader<String>.text, "the name of one of the [inputs](#several-inputs)",
          example: "env")
        let prefix = fields.read(
          "prefix", ValueReader<String>.text, "a text in front of what is entered, in the same argument",
          default: "none", example: "ENV=")
        guard let name else { return nil }
        if let form, let (message, hint) = form.mistake(inArgument: name) {
          fields.mistake(message, at: "input", hint: hint)
        }
        return .input(name, prefix: prefix ?? "")
      })
  }
}

extension InputForm {
  /// Why there is no argument for an input, and what is meant instead; nil if there is.
  fileprivate func mistake(inArgument name: String) -> (message: String, hint: String?)? {
    guard case .named(let inputs) = self else {
      return (
        "there is no input \(quoted(name))",
        "`input: [{ name: \(name), prompt: … }]` gives the action inputs with names"
      )
    }
    guard let input = inputs.first(where: { $0.name == name }) else {
      let names = inputs.map(\.name)
      return (
        "there is no input \(quoted(name))",
        Suggestion.hint(for: name, among: names)
          ?? "its inputs are \(names.map(quoted).joined(separator: ", "))"
      )
    }
    guard input.isHidden else { return nil }
    return (
      "the input \(quoted(name)) is hidden, and arguments are visible in the list of processes",
      "the command has it as the variable `\(input.variable)`"
    )
  }

  /// Reports what would be an argument in a list, in a text for a shell.
  func checkText(_ text: String, _ field: Field) {
    guard case .named(let inputs) = self else { return }
    for input in inputs where text.containsArgument(input.name) {
      field.mistake(
        "`{ input: \(input.name) }` is an argument of a list, and \(field.name) is text",
        hint: "write `\"$\(input.variable)\"`")
      return
    }
  }
}

extension String {
  /// Whether it contains `{ input: name }`, with or without the spaces.
  fileprivate func containsArgument(_ name: String) -> Bool {
    guard contains("input:") else { return false }
    let text = replacing(" ", with: "")
    return text.contains("{input:\(name)}")
  }
}
