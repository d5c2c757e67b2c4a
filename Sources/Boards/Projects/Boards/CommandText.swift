/// The options of a board that say what an action runs.
enum CommandText {
  static func options(of found: FoundAction) -> [(String, BoardValue?)] {
    var run: BoardValue
    var shell: BoardValue?
    switch found.command {
    case .arguments(let arguments): run = InputText.run(arguments, found.parameters)
    case .text(let text, let words):
      run = .text(text)
      shell = words.map { .list($0.map { .text($0) }) }
    }
    // A text that begins so would be a script.
    if case .text(let text, _) = found.command, text.hasPrefix("#!") { run = .text(" " + text) }
    let environment = found.environment.isEmpty ? nil : found.environment
    return InputText.options(of: found.parameters) + [
      ("run", run), ("shell", shell),
      ("dir", found.directory.flatMap(\.nonEmpty).map { .text(path($0).withoutVariables) }),
      ("env", environment.map(variables)),
      (
        "env-file",
        found.environmentFiles.isEmpty
          ? nil
          : .list(
            found.environmentFiles.map {
              .options([("file", .text("./" + $0)), ("override", .word("true"))])
            })
      ),
      ("terminal", found.usesTerminal ? .word("full") : nil),
      ("success-codes", found.successCodes.isEmpty ? nil : .list(found.successCodes.map { .word("\($0)") })),
      ("log", found.log.map { .text($0) }),
    ]
  }

  /// A path that cannot be taken for something else.
  private static func path(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  private static func variables(_ variables: [FoundAction.Variable]) -> BoardValue {
    var entries: [BoardValue.Entry] = []
    for variable in variables {
      // Of two, the last one counts.
      entries.removeAll { $0.key == variable.name }
      entries.append(.init(key: variable.name, value: .text(variable.value.withoutVariables)))
    }
    return .mapping(entries)
  }
}
