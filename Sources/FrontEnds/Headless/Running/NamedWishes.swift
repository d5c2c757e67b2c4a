internal import Board
internal import Configuration

/// The values of `--input` for inputs with names: `env=staging`.
struct NamedWishes {
  private struct Wish {
    let name: String
    /// Nil until it is read from standard input.
    var text: String?
  }

  private var wishes: [Wish] = []

  /// The inputs with names that these actions have.
  static func inputs(of actions: [ActionDefinition]) -> [InputDefinition] {
    actions.flatMap { $0.form.named ?? [] }
  }

  /// - Parameter inputs: All inputs that there are.
  init(_ texts: [String], for inputs: [InputDefinition]) throws(RunPlan.Mistake) {
    let names = inputs.map(\.name)
    for text in texts {
      guard let equal = text.firstIndex(of: "=") else {
        // It may be a secret, and is not repeated.
        throw RunPlan.Mistake(
          message: "--input needs a name, as in --input \(names[0])=… (known inputs: \(Self.list(names)))")
      }
      let name = String(text[..<equal])
      guard names.contains(name) else {
        let hint = Suggestion.hint(for: name, among: names) ?? "known inputs: \(Self.list(names))"
        throw RunPlan.Mistake(message: "there is no input \(quoted(name)) (\(hint))")
      }
      if wishes.contains(where: { $0.name == name }) {
        throw RunPlan.Mistake(message: "--input \(name)=… is there twice")
      }
      let value = String(text[text.index(after: equal)...])
      if value != "-", inputs.contains(where: { $0.name == name && $0.isHidden }) {
        throw RunPlan.Mistake(
          message:
            "the input `\(name)` is hidden, and other processes see arguments: --input \(name)=- reads it from standard input"
        )
      }
      wishes.append(Wish(name: name, text: value == "-" ? nil : value))
    }
  }

  private static func list(_ names: [String]) -> String { names.map(quoted).joined(separator: ", ") }

  /// Checks what is known of an action before anything is read from standard input.
  func checkKnown(of action: ActionDefinition) throws(RunPlan.Mistake) {
    guard let inputs = action.form.named else { return }
    let unread = Set(wishes.filter { $0.text == nil }.map(\.name))
    let known = InputForm.named(inputs.filter { !unread.contains($0.name) })
    if let problem = known.problem(in: .named(texts(for: inputs))) {
      throw RunPlan.mistake(problem, action.id)
    }
  }

  /// Reads the lines of standard input that are asked for, in the order of the arguments.
  mutating func read(_ line: () throws(RunPlan.Mistake) -> String) throws(RunPlan.Mistake) {
    for index in wishes.indices where wishes[index].text == nil { wishes[index].text = try line() }
  }

  /// What an action starts with; nil if it has no inputs with names.
  func values(for action: ActionDefinition) throws(RunPlan.Mistake) -> InputValues? {
    guard let inputs = action.form.named else { return nil }
    let values = InputValues.named(texts(for: inputs))
    try RunPlan.check(values, for: action)
    return values
  }

  /// The texts that are known for these inputs.
  private func texts(for inputs: [InputDefinition]) -> [InputValues.Named] {
    let names = Set(inputs.map(\.name))
    return wishes.compactMap { wish in
      names.contains(wish.name) ? wish.text.map { InputValues.Named(wish.name, $0) } : nil
    }
  }
}
