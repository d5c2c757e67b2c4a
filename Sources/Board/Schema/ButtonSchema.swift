import Configuration

/// A key of the keyboard, and where the board has it.
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
    Self { field in
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

extension ValueReader where Value == [ButtonDraft] {
  static var buttons: Self {
    Self { field in
      guard case .sequence(let elements) = field.node.content else {
        field.mustBe("a list of buttons", hint: "as in [{key: 1, title: Staging, input: staging}]")
        return nil
      }
      guard !elements.isEmpty else {
        field.mistake("\(field.name) is empty")
        return nil
      }
      return elements.compactMap { element in
        button.read(Field(name: "a button", node: element, report: field.report))
      }
    }
  }

  private static var button: ValueReader<ButtonDraft> {
    ValueReader<ButtonDraft> { field in
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let key = fields.read("key", .placedKey)
      let title = fields.read("title", .shownText)
      let input = fields.read("input", .shownText)
      fields.finish()
      if fields.location(of: "input") == nil {
        field.mistake("\(field.name) needs an `input`")
      }
      return input.map {
        ButtonDraft(key: key, definition: ButtonDefinition(key: key?.key, title: title ?? $0, input: $0))
      }
    }
  }
}
