import Configuration

/// A key of the keyboard, and its location in the board file.
struct PlacedKey {
  let key: ButtonKey
  let location: TextLocation
}

/// A button as it was read.
struct ButtonDraft {
  let key: PlacedKey?
  let definition: ButtonDefinition
}

extension ValueReader where Value == PlacedKey {
  static var placedKey: Self {
    Self(.key) { field in
      guard let text = ValueReader<YAMLScalar>.scalar("a key").read(field)?.text else { return nil }
      do throws(ButtonKey.Refusal) {
        return PlacedKey(key: try ButtonKey(text), location: field.node.location)
      } catch {
        field.mistake(error.message, hint: error.hint)
        return nil
      }
    }
  }
}

extension ValueSchema {
  fileprivate static let key = Self(
    "[key](#keys)",
    .named(
      "key", meaning: "one character, f1 to f12, or ctrl- and a letter",
      .either([
        .integer(0...9), .string(pattern: "^(.|[fF]([1-9]|1[0-2])|[cC][tT][rR][lL]-[a-zA-Z])$"),
      ])))
}

extension ValueReader where Value == [ButtonDraft] {
  static var buttons: Self {
    .list(
      of: button, "a list of buttons", hint: "for instance [{key: 1, title: Staging, input: staging}]")
  }

  private static var button: ValueReader<ButtonDraft> {
    .mapping("button") { fields in
      let key = fields.read(
        "key", .placedKey, "the key that presses the button", default: "none", example: "1")
      let title = fields.read("title", .title, "the label", default: "the input", example: "Staging")
      let input = fields.require(
        "input", .shownText, "the value of the variable `INPUT` of the command", example: "staging")
      return input.map {
        ButtonDraft(key: key, definition: ButtonDefinition(key: key?.key, title: title ?? $0, input: $0))
      }
    }
  }
}
