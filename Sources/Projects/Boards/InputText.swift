/// The options of a board that ask for what a program takes.
///
/// What is entered is an argument of its own: no shell reads it, and nothing of the file or of the person is
/// part of another text.
enum InputText {
  /// The command with what is entered.
  static func run(_ arguments: [String], _ parameters: [FoundAction.Parameter]) -> BoardValue {
    .list(
      arguments.map { .text($0) }
        + parameters.map { parameter in
          .options([
            ("input", .text(parameter.name.asIdentifier)),
            ("prefix", parameter.prefix.nonEmpty.map { .text($0) }),
          ])
        })
  }

  /// The option `input`.
  static func options(of parameters: [FoundAction.Parameter]) -> [(String, BoardValue?)] {
    if parameters.isEmpty { return [] }
    let inputs = parameters.map { parameter -> BoardValue in
      let (id, prompt) = (parameter.name.asIdentifier, parameter.name.oneLine(limit: 200))
      return .options([
        ("name", .text(id)), ("prompt", prompt == id ? nil : .text(prompt)),
        ("choices", parameter.choices.isEmpty ? nil : .list(parameter.choices.map { .text($0) })),
        ("default", parameter.fallback.map { .text($0) }),
        ("matches", parameter.choices.isEmpty ? parameter.pattern.map { .text($0) } : nil),
        ("optional", parameter.isOptional ? .word("true") : nil),
        ("many", parameter.isMany ? .word("true") : nil),
      ])
    }
    return [("input", .rows(inputs))]
  }
}
