/// The options of a board that ask a person for what a program needs.
///
/// What is entered is an argument of its own: a shell passes it on, and nothing of the file or of the person
/// is part of the text that the shell reads.
enum InputText {
  /// The command with what a person enters.
  static func run(_ arguments: [String], _ parameters: [FoundAction.Parameter]) -> BoardValue {
    let text: String
    switch (parameters.first, parameters.count) {
    case (nil, _): return .list(arguments.map { .text($0) })
    case (_, 1): text = #"exec "$@" "$0$INPUT""#
    // The words of a text in which neither quotes nor wildcards can be.
    default: text = #"set -f; exec "$@" $INPUT"#
    }
    let prefix = parameters.count == 1 ? parameters[0].prefix : "sh"
    return .list((["sh", "-c", text, prefix] + arguments).map { .text($0) })
  }

  /// The options `input` and `buttons`.
  static func options(of parameters: [FoundAction.Parameter]) -> [(String, BoardValue?)] {
    guard let first = parameters.first else { return [] }
    if parameters.count == 1, !first.choices.isEmpty {
      let buttons = first.choices.map { BoardValue.options([("input", .text($0))]) }
      return [("buttons", .list(buttons))]
    }
    let hasSeveral = parameters.count > 1
    let prompts = parameters.map { hasSeveral && !$0.prefix.isEmpty ? $0.prefix + "…" : $0.prompt }
    let prompt = prompts.joined(separator: " ").oneLine(limit: 200)
    let pattern = hasSeveral ? pattern(of: parameters) : first.pattern
    return [("input", .options([("prompt", .text(prompt)), ("matches", pattern.map { .text($0) })]))]
  }

  /// One word for each parameter, so that no word is taken for the name of another action.
  private static func pattern(of parameters: [FoundAction.Parameter]) -> String {
    let words = parameters.map { parameter in
      parameter.prefix + StrictInput.word + (parameter.isMany ? "(?: +\(StrictInput.word))*" : "")
    }
    return "^\(words.joined(separator: " +"))$"
  }
}
