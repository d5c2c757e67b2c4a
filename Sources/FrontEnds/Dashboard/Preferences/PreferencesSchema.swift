internal import Board
internal import Configuration
internal import Programs
internal import TerminalUI

/// The content of a preferences file before its keys are checked against each other.
struct PreferencesDraft {
  var theme = Theme.standard
  var usesOnlyASCII = false
  var leaveKey = LeaveKey.usual
  /// The commands that the file lists, each with the keys that replace its default keys.
  var keys: [Dashboard.Command: [PlacedKey]] = [:]

  /// A key and its location in the file.
  struct PlacedKey {
    let key: Key
    let location: TextLocation
    /// The key as written in the file.
    let text: String
  }

  /// The preferences of a file without mistakes.
  func preferences(file: String) -> Dashboard.Preferences {
    var preferences = Dashboard.Preferences()
    preferences.theme = theme
    preferences.usesOnlyASCII = usesOnlyASCII
    preferences.leaveKey = leaveKey
    preferences.keys = .standard.rebinding(keys.mapValues { $0.map(\.key) })
    let name = file.split(separator: "/").last ?? ""
    for placed in keys.values.joined() { preferences.places[placed.key] = "\(name):\(placed.location.line)" }
    return preferences
  }
}

extension ValueReader where Value == PreferencesDraft {
  /// The whole file.
  static var preferences: Self {
    .mapping("preferences") { fields in
      let theme = fields.read(
        "theme", ValueReader<Theme>.choice, "the colours", default: "`standard`", example: "light")
      let usesOnlyASCII = fields.read(
        "ascii", .truth, "draw frames, signs and bars with ASCII only, as `--ascii` does", default: "`false`",
        example: "true")
      let leaveKey = fields.read(
        "leave-program", .leaveKey, "the key that comes back from a program that was entered",
        default: "`ctrl-]`", example: "ctrl-a")
      let keys = fields.read(
        "keys", .keysOfCommands, "the keys that replace the default keys of commands", example: "{ quit: Q }")
      return PreferencesDraft(
        theme: theme ?? .standard, usesOnlyASCII: usesOnlyASCII ?? false,
        leaveKey: leaveKey ?? .usual, keys: keys ?? [:])
    }
  }
}

extension ValueReader where Value == LeaveKey {
  fileprivate static var leaveKey: Self {
    .parsed(
      "`ctrl-` and a letter but `h`, `i`, `j`, `m`, or one of `]`, `\\`, `^`, `_`",
      ValueSchema("key", .string(pattern: "^ctrl-[a-gk-lno-z\\]\\\\^_]$")), parse: { LeaveKey(word: $0) })
  }
}

extension ValueReader where Value == [Dashboard.Command: [PreferencesDraft.PlacedKey]] {
  fileprivate static var keysOfCommands: Self {
    .mapping("commands") { fields in
      var keys: Value = [:]
      for binding in Dashboard.KeyMap.standard.bindings {
        let name = binding.command.rawValue
        let defaultKeys = binding.keys.map { quoted($0.name) }.joined(separator: ", ")
        let placed = fields.read(name, .keys, binding.description, default: defaultKeys)
        if fields.contains(name) { keys[binding.command] = placed ?? [] }
      }
      return keys
    }
  }
}

extension ValueReader where Value == [PreferencesDraft.PlacedKey] {
  /// A key, a list of keys, or `null` for none.
  fileprivate static var keys: Self {
    let key = ValueReader<PreferencesDraft.PlacedKey>.key
    let schema = {
      let key = key.schema().shape
      return ValueSchema("key, list or `null`", .named("keys", .either([key, .list(key), .null])))
    }
    return Self(schema()) { field in
      switch field.node.content {
      case .scalar(let scalar): return scalar.isNull ? [] : [key.read(field)].compactMap(\.self)
      case .sequence(let elements):
        if elements.isEmpty { field.mistake("\(field.name) is empty", hint: "`null` removes its keys") }
        return elements.compactMap { key.read(field.child("an element of \(field.name)", $0)) }
      case .mapping:
        field.mustBe("a key, a list of keys or `null`")
        return nil
      }
    }
  }
}

extension ValueReader where Value == PreferencesDraft.PlacedKey {
  fileprivate static var key: Self {
    let schema = ValueSchema(
      "key",
      .named(
        "key", meaning: "one character, f1 to f12, ctrl- and a letter, or a word such as pgup",
        .either([.integer(0...9), .string()])))
    return Self(schema) { field in
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
