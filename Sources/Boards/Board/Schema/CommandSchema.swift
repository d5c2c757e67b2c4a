import Configuration

/// What the commands of a board have unless an action says otherwise.
struct CommandDefaults {
  /// The shell for commands that are text: a program and its arguments; nil for `sh -c`.
  var shell: [String]?
  var directory: VariableText?
  var environmentFiles: [VariableFile] = []
  var environment: [String: VariableText?] = [:]

  /// Reads the options of a board that are also those of its actions.
  static func read(_ fields: inout FieldReader, of place: BoardPlace) -> CommandDefaults {
    let shell = fields.read(
      "shell", .shell,
      "the shell for each command that is text: a program and its arguments, to which the text is added; an action can have another one",
      default: "`[sh, -c]`", example: "[bash, -euo, pipefail, -c]")
    let directory = fields.read(
      "dir", .directory(of: place),
      "the working directory of the commands, relative to that of the board's file; an action can have another one",
      default: "that of the board's file", example: "server")
    let environment = fields.read(
      "env", .environment,
      "environment variables of all commands; those of an action are added, and override them; `null` removes one",
      default: "none", example: "{ CI: 1 }")
    let environmentFiles = fields.read(
      "env-file", .variableFiles(in: place),
      "files with environment variables of all commands; those of an action are read after them",
      default: "none",
      example: ".env")
    return CommandDefaults(
      shell: shell, directory: directory, environmentFiles: environmentFiles ?? [],
      environment: environment ?? [:])
  }
}

extension CommandDefinition {
  /// A command with what the board says about all of them.
  init(
    _ invocation: Invocation, in place: BoardPlace, directory: VariableText? = nil,
    environmentFiles: [VariableFile] = [], environment: [String: VariableText?] = [:],
    terminal: TerminalUse = .output, enter: EnterPolicy? = nil, questions: QuestionRule = .usual,
    successCodes: Set<Int32> = Self.defaultSuccessCodes
  ) {
    let defaults = place.commands
    let directory = directory ?? defaults.directory
    self.init(
      invocation, directory: directory ?? place.directory.map { VariableText(literal: $0) },
      directoryBase: directory?.beginsWithVariable == true ? place.directory : nil,
      environmentFiles: defaults.environmentFiles + environmentFiles,
      environment: defaults.environment.merging(environment) { $1 }, terminal: terminal, enter: enter,
      questions: questions,
      successCodes: successCodes)
  }
}

extension ValueReader where Value == [String] {
  /// A shell: a program and its arguments, to which a text is added.
  static var shell: Self {
    let example = "[bash, -euo, pipefail, -c]"
    let list = ValueReader<[String]>.list(
      of: ValueReader<String>.text, "a list of a program and its arguments such as \(example)",
      hint: "the text of `run` is added as the last argument")
    return Self(list.schema()) { field in
      guard let words = list.read(field), let name = words.first else { return nil }
      guard ShellWords.needsOption(words) else { return words }
      field.mistake(
        "\(field.name) needs `-c`: without it, \(quoted(name)) takes the text of `run` for the name of a file",
        hint: "for instance \(example)")
      return nil
    }
  }
}

extension ValueReader where Value == Set<Int32> {
  /// One exit code or several.
  static var exitCodes: Self {
    ValueReader<Int>.count(0...255).oneOrMore.map { Set($0.map { Int32($0) }) }
  }
}

extension ValueReader where Value == CommandDefinition.Invocation {
  /// Text for a shell, or a list of a program and its arguments.
  static var invocation: Self { invocation(of: .textArgument) }

  /// The same, where arguments can be what is entered.
  /// - Parameter form: What is entered; nil if that is not known, because of a mistake.
  static func invocation(entering form: InputForm?) -> Self {
    let texts = invocation(of: .argument(of: form))
    return Self(texts.schema()) { field in
      let invocation = texts.read(field)
      if let form, let text = invocation?.shellText { form.checkText(text, field) }
      return invocation
    }
  }

  private static func invocation(of argument: ValueReader<CommandArgument>) -> Self {
    var schema: ValueSchema {
      ValueSchema(
        "text or list", .either([ValueSchema.text.shape, .list(argument.schema().shape)]))
    }
    return Self(schema) { field in
      guard let invocation = invocation(field, argument) else { return nil }
      if invocation.isEmpty { field.mistake("\(field.name) has no command") }
      return invocation
    }
  }

  private static func invocation(_ field: Field, _ argument: ValueReader<CommandArgument>) -> Value? {
    guard case .sequence(let elements) = field.node.content else {
      let scalar = ValueReader<YAMLScalar>.scalar("a command or a list of arguments").read(field)
      guard let text = scalar?.text else { return nil }
      guard text.hasPrefix("#!") else { return .shell(text) }
      let interpreter = ShellWords.interpreter(ofScript: text)
      if interpreter.isEmpty { field.mistake("the first line of \(field.name), `#!`, names no program") }
      return .script(text, interpreter: interpreter)
    }
    let arguments = elements.compactMap { argument.read(field.child("an argument of \(field.name)", $0)) }
    guard arguments.count == elements.count else { return nil }
    if let first = arguments.first, first.text == nil {
      field.child("an argument", elements[0]).mistake(
        "the program of \(field.name) cannot be entered", hint: "it is the first element of the list")
    }
    return .arguments(arguments)
  }
}

extension CommandDefinition.Invocation {
  /// The same command with another shell, if it is text for one.
  func using(_ shell: [String]?) -> Self {
    guard let shell, shell != ["sh", "-c"], case .shell(let text) = self else { return self }
    return .text(text, shell: shell)
  }

  fileprivate var isEmpty: Bool {
    switch self {
    case .shell(let text), .text(let text, shell: _): text.allSatisfy(\.isWhitespace)
    case .script: false
    case .arguments(let arguments): arguments.first.map { $0.text?.isEmpty ?? false } ?? true
    }
  }

  /// The text for a shell or another interpreter; nil for a list.
  fileprivate var shellText: String? {
    switch self {
    case .shell(let text), .text(let text, shell: _), .script(let text, interpreter: _): text
    case .arguments: nil
    }
  }
}

extension ValueReader where Value == [String: VariableText?] {
  /// Variables with their values; `null` for one that is removed.
  static var environment: Self {
    var schema: ValueSchema {
      ValueSchema(
        "mapping of texts or `null`",
        .dictionary(.either([ValueSchema.anyText.shape, .null]), allowsEmpty: true))
    }
    return Self(schema) { field in
      field.entries()?.reduce(into: [:]) { variables, variable in
        let (name, entry) = variable
        if name.isEmpty || name.contains("=") || name.unicodeScalars.contains("\0") {
          field.report.mistake("\(quoted(name)) is not a valid name for a variable", at: entry.key.location)
        }
        if let scalar = entry.value.scalar, scalar.isNull, !scalar.text.isEmpty {
          variables.updateValue(nil, forKey: name)
        } else {
          variables[name] = ValueReader<VariableText>.variableText(.anyText).read(
            field.child(quoted(name), entry.value))
        }
      }
    }
  }
}

extension ValueSchema {
  static let texts = Self("mapping of texts", .dictionary(anyText.shape, allowsEmpty: true))
}
