internal import Board
internal import Configuration
internal import TerminalUI

/// The content of a preferences file before its keys are checked against each other.
struct PreferencesDraft {
  var theme = Theme.standard
  /// The commands that the file lists, each with the keys that replace its default keys.
  var keys: [Dashboard.Command: [PlacedKey]] = [:]

  /// A key and its location in the file.
  struct PlacedKey {
    let key: Key
    let location: TextLocation
    /// The key as written in the file.
    let text: String
  }

  /// Reads the top level of the file. Mistakes are added to the report. Returns nil if the top level is not a
  /// mapping.
  static func read(_ root: YAMLNode, _ report: Report) -> PreferencesDraft? {
    guard var fields = FieldReader(root, named: "a config", report) else { return nil }
    let theme = fields.read("theme", .choice) ?? Theme.standard
    let keys = fields.read("keys", .keysOfCommands) ?? [:]
    fields.finish()
    return PreferencesDraft(theme: theme, keys: keys)
  }

  /// The preferences of a file without mistakes.
  func preferences(file: String) -> Dashboard.Preferences {
    var preferences = Dashboard.Preferences()
    preferences.theme = theme
    preferences.keys = .standard.rebinding(keys.mapValues { $0.map(\.key) })
    let name = file.split(separator: "/").last ?? ""
    for placed in keys.values.joined() { preferences.places[placed.key] = "\(name):\(placed.location.line)" }
    return preferences
  }
}

extension ValueReader where Value == [Dashboard.Command: [PreferencesDraft.PlacedKey]] {
  fileprivate static var keysOfCommands: Self {
    Self { field in
      guard let entries = FieldReader.entries(of: field.node, named: field.name, field.report) else {
        return nil
      }
      var keys: Value = [:]
      for (name, entry) in entries {
        guard let command = Dashboard.Command(rawValue: name) else {
          let names = Dashboard.Command.allCases.map(\.rawValue)
          field.report.mistake(
            "\(quoted(name)) is not a command of the panel", at: entry.key.location,
            hint: Suggestion.hint(for: name, among: names)
              ?? "commands are \(names.map(quoted).joined(separator: ", "))")
          continue
        }
        let value = Field(name: quoted(name), node: entry.value, report: field.report)
        keys[command] = ValueReader<[PreferencesDraft.PlacedKey]>.keys.read(value) ?? []
      }
      return keys
    }
  }
}

extension ValueReader where Value == [PreferencesDraft.PlacedKey] {
  /// A key, a list of keys, or `null` for none.
  fileprivate static var keys: Self {
    Self { field in
      switch field.node.content {
      case .scalar(let scalar):
        return scalar.isNull
          ? [] : [ValueReader<PreferencesDraft.PlacedKey>.key.read(field)].compactMap(\.self)
      case .sequence(let elements):
        if elements.isEmpty { field.mistake("\(field.name) is empty", hint: "`null` takes its keys away") }
        return elements.compactMap {
          ValueReader<PreferencesDraft.PlacedKey>.key.read(
            Field(name: "a key", node: $0, report: field.report))
        }
      case .mapping:
        field.mustBe("a key, a list of keys or `null`")
        return nil
      }
    }
  }
}

extension ValueReader where Value == PreferencesDraft.PlacedKey {
  fileprivate static var key: Self {
    Self { field in
      guard let text = ValueReader<YAMLScalar>.scalar("a key").read(field)?.text else { return nil }
      if let key = Key(word: text) { return Value(key: key, location: field.node.location, text: text) }
      do throws(ButtonKey.Refusal) {
        return Value(key: Key(try ButtonKey(any: text)), location: field.node.location, text: text)
      } catch {
        let hint = error.hint.map { "\(Suggestion.hint(for: text, among: Key.words) ?? $0)" }
        field.mistake(error.message, hint: hint)
        return nil
      }
    }
  }
}
