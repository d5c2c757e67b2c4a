internal import Board
internal import Configuration

/// The options of a board that ask for what a program takes.
///
/// What is entered is an argument of its own: no shell reads it, and nothing of the file or of the person is
/// part of another text.
enum InputText {
  /// The command with what is entered.
  static func run(_ arguments: [String], _ parameters: [FoundAction.Parameter]) -> BoardValue {
    .list(
      arguments.map { .text($0) }
        + zip(parameters, names(of: parameters)).map { parameter, name in
          .options([
            ("input", .text(name)), ("prefix", parameter.prefix.nonEmpty.map { .text($0) }),
          ])
        })
  }

  /// Their names on a board. Each has a variable of its own, in which upper and lower case are the same.
  private static func names(of parameters: [FoundAction.Parameter]) -> [String] {
    var variables: Set<String> = []
    return parameters.map { parameter in
      let name = parameter.name.asIdentifier
      let names = [name] + (2...(parameters.count + 1)).map { "\(name)_\($0)" }
      return names.first { variables.insert(InputDefinition(name: $0, prompt: "").variable).inserted } ?? name
    }
  }

  /// The option `input`.
  static func options(of parameters: [FoundAction.Parameter]) -> [(String, BoardValue?)] {
    if parameters.isEmpty { return [] }
    let inputs = zip(parameters, names(of: parameters)).map { parameter, id -> BoardValue in
      let prompt = parameter.name.oneLine(limit: 200)
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
