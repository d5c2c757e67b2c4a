import Configuration

extension ValueReader where Value == StopPolicy {
  /// - Parameter place: What the board and the action say about commands.
  static func stopPolicy(of place: BoardPlace) -> Self {
    .mapping("stop", hint: Meant.stop) { fields in
      let signal = fields.read(
        "signal", .name, "the signal that asks the command to end",
        default: "`TERM`; `HUP` with `terminal: full`", example: "INT")
      let grace = fields.read(
        "grace", .positiveDuration, "how long the command has to end; then it is killed", default: "`10s`",
        example: "30s")
      let keys = fields.read(
        "keys", .typedKeys,
        "what is typed into the terminal of the command to end it, before everything else: text, the names of keys, or a list of both; needs `terminal: full`",
        default: "none", example: "[esc, ':q!', enter]")
      let command = fields.read(
        "command", .invocation,
        "a command, written like `run`, that asks the command to end before a signal does", default: "none",
        example: "./stop.sh")
      return StopPolicy(
        signal: signal, grace: grace ?? StopPolicy.defaultGrace, keys: keys,
        command: command?.using(place.commands.shell)
      )
    }
  }
}

extension ValueReader where Value == StopPolicy.Signal {
  fileprivate static var name: Self {
    let names = Value.allCases.map(\.rawValue)
    return .parsed(
      "one of \(names.map(quoted).joined(separator: ", "))", choice.schema(),
      hint: { text in
        let name = text.uppercased()
        let short = name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name
        return names.contains(short) ? "did you mean `\(short)`?" : nil
      },
      parse: { Value(rawValue: $0) })
  }
}

extension ValueReader where Value == TypedKeys {
  /// Text, the name of a key, or a list of both.
  fileprivate static var typedKeys: Self {
    let parts = ValueReader<String>.text.oneOrMore
    return Self(parts.schema()) { field in
      guard let parts = parts.read(field) else { return nil }
      do throws(TypedKeys.Mistake) {
        return try TypedKeys(parsing: parts)
      } catch {
        field.mistake("\(field.name) \(error.message)", hint: error.hint)
        return nil
      }
    }
  }
}
