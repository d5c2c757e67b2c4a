import Configuration

extension ValueReader where Value == InputForm {
  /// What is asked for, a mapping that also says what the text must match, or a list of inputs with names.
  static var input: Self {
    let single = ValueReader<InputDefinition>.single
    let several = ValueReader<[PlacedInput]>.list(
      of: ValueReader<PlacedInput>.namedInput, "text, a mapping or a list of inputs")
    var schema: ValueSchema {
      ValueSchema(
        "text, mapping or list", .either([single.schema().shape, several.schema().shape]))
    }
    return Self(schema) { field in
      guard case .sequence = field.node.content else { return single.read(field).map { .text($0) } }
      guard let inputs = several.read(field) else { return nil }
      // A mistake in one of them would make its name unknown elsewhere.
      guard case .sequence(let elements) = field.node.content, inputs.count == elements.count,
        inputs.haveDifferentNames(field)
      else { return nil }
      return .named(inputs.map(\.definition))
    }
  }
}

extension ValueReader where Value == InputDefinition {
  /// An input without a name.
  fileprivate static var single: Self {
    ValueReader<String>.shownText.map { InputDefinition(prompt: $0) }.or(
      .mapping("input") { fields in
        let prompt = fields.require("prompt", .shownText, "what is asked for", example: "Version")
        let matches = fields.read(
          "matches", .linePattern,
          "a regular expression: the action starts only with a text that matches", default: "any text",
          example: "'^\\d+\\.\\d+$'")
        let isHidden = fields.read(
          "hidden", .truth,
          "whether it is a secret, which the panel neither shows nor keeps with the run", default: "`false`",
          example: "true")
        return prompt.map { InputDefinition(prompt: $0, matches: matches, isHidden: isHidden ?? false) }
      })
  }
}

/// An input with a name, and where it stands in the board file.
private struct PlacedInput {
  let definition: InputDefinition
  let location: TextLocation
}

extension [PlacedInput] {
  /// Reports names that are there twice, and different ones that would be the same variable.
  fileprivate func haveDifferentNames(_ field: Field) -> Bool {
    var lines: [String: PlacedInput] = [:]
    var areDifferent = true
    for input in self {
      if let other = lines[input.definition.variable] {
        let (name, line) = (input.definition.name, other.location.line)
        field.report.mistake(
          other.definition.name == name
            ? "the input \(quoted(name)) is also in line \(line)"
            : "the inputs \(quoted(name)) and \(quoted(other.definition.name)) would be the same variable, `\(input.definition.variable)`",
          at: input.location)
        areDifferent = false
      }
      lines[input.definition.variable] = input
    }
    return areDifferent
  }
}

extension ValueReader where Value == PlacedInput {
  fileprivate static var namedInput: Self {
    let mapping = ValueReader<InputDefinition>.mapping("named-input") { fields in
      let name = fields.require(
        "name", .inputName,
        "the name: `--input env=staging` on the command line, `$INPUT_ENV` in the command, `{ input: env }` among its arguments",
        example: "env")
      let prompt = fields.read(
        "prompt", .shownText, "what is asked for", default: "the name", example: "Environment")
      let choices = fields.read(
        "choices", ValueReader<[String]>.list(of: ValueReader<String>.shownText),
        "the only texts that are accepted", default: "any text", example: "[staging, production]")
      let fallback = fields.read(
        "default", ValueReader<String>.anyText,
        "the text with which it starts if none is entered; an empty one is an argument, too, but not with `many`",
        default: "none: a start without a text is refused", example: "staging")
      let matches = fields.read(
        "matches", .linePattern,
        "a regular expression that the text must match; with `many`, each of its words", default: "any text",
        example: "'^\\d+$'")
      let isOptional = fields.read(
        "optional", .truth, "whether it can be left empty: then it is no argument", default: "`false`",
        example: "true")
      let isMany = fields.read(
        "many", .truth,
        "whether it has several words, each of which is an argument; quotes keep words together",
        default: "`false`", example: "true")
      let isHidden = fields.read(
        "hidden", .truth,
        "whether it is a secret: not shown, not kept, and only in the variable, never an argument",
        default: "`false`", example: "true")
      guard let name else { return nil }
      let input = InputDefinition(
        name: name, prompt: prompt ?? name, choices: choices ?? [], fallback: fallback, matches: matches,
        isOptional: isOptional ?? false, isMany: isMany ?? false, isHidden: isHidden ?? false)
      check(input, fields)
      return input
    }
    return Self(mapping.schema()) { field in
      mapping.read(field).map { PlacedInput(definition: $0, location: field.node.location) }
    }
  }

  /// Reports what contradicts itself.
  private static func check(_ input: InputDefinition, _ fields: FieldReader) {
    if !input.choices.isEmpty {
      if input.matches != nil {
        fields.mistake("`matches` has no effect: `choices` are the only texts", at: "matches")
      }
      if input.isMany { fields.mistake("one of `choices` is entered, so there cannot be `many`", at: "many") }
      if Set(input.choices).count < input.choices.count {
        fields.mistake("a text is in `choices` twice", at: "choices")
      }
      if let long = input.choices.first(where: { $0.count > InputDefinition.lengthLimit }) {
        fields.mistake("\(quoted(String(long.prefix(20)) + "…")) is too long to be entered", at: "choices")
      }
    }
    if input.isHidden {
      for (key, isPresent) in [
        ("choices", !input.choices.isEmpty), ("default", input.fallback != nil), ("many", input.isMany),
      ] where isPresent {
        fields.mistake("a secret is only entered, so `hidden` cannot have `\(key)`", at: key)
      }
    } else if let fallback = input.fallback, let mistake = input.mistake(in: fallback) {
      fields.mistake("`default` \(mistake)", at: "default")
    }
  }
}

extension ValueReader where Value == String {
  /// The name of an input.
  fileprivate static var inputName: Self {
    Self(.text) { field in
      guard let name = text.read(field) else { return nil }
      guard !name.hasPrefix("-"), name.unicodeScalars.allSatisfy(\.isPartOfName) else {
        field.mistake(
          "\(quoted(name)) is not a valid name for an input",
          hint: "use letters, digits, `-` and `_`, and do not begin with `-`; `prompt` can be any text")
        return nil
      }
      return name
    }
  }
}
