import Configuration

extension ValueReader where Value == InputDefinition {
  /// What is asked for, or a mapping that also says what the text must match.
  static var input: Self {
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
