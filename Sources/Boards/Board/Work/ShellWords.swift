/// A shell as a list of words: a program and its arguments.
enum ShellWords {
  /// The shells that go on with the next line when a command fails, unless they have the option `-e`.
  private static let names: Set = ["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"]

  /// The interpreter of a script that begins with `#!`: a program and, as in the kernel, at most one
  /// argument.
  static func interpreter(ofScript text: String) -> [String] {
    let line = text.dropFirst(2).prefix { !$0.isNewline }
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, let second = words.dropFirst().first, let last = words.last else {
      return words.map(String.init)
    }
    return [String(first), String(line[second.startIndex..<last.endIndex])]
  }

  /// Whether a shell has no option `-c`, so that it would read a file instead of a text.
  static func needsOption(_ words: [String]) -> Bool {
    guard let options = options(words) else { return false }
    return !options.contains { $0.isShort && $0.contains("c") }
  }

  /// Whether a shell goes on with the next line when a command fails.
  static func goesOnAfterFailure(_ words: [String]) -> Bool {
    guard let options = options(words) else { return false }
    return !options.contains { $0.isShort && $0.contains("e") || $0 == "errexit" }
  }

  /// The arguments of one of the known shells, also of one that `env` starts; nil for other programs.
  private static func options(_ words: [String]) -> [String]? {
    guard let program = words.first else { return nil }
    let name = String(program.split(separator: "/").last ?? "")
    let rest = Array(words.dropFirst())
    if names.contains(name) { return rest }
    guard name == "env" else { return nil }
    let inner = rest.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    return options(Array(inner.drop { $0.hasPrefix("-") || $0.contains("=") }))
  }
}

extension String {
  /// Whether it is an option of one dash, such as `-euo`.
  fileprivate var isShort: Bool { hasPrefix("-") && !hasPrefix("--") }
}

extension CommandDefinition.Invocation {
  /// Whether it consists of several commands, and its shell goes on with the next line when one fails.
  public var goesOnAfterFailure: Bool {
    let (text, shell): (String, [String])
    switch self {
    case .arguments: return false
    case .shell(let script): (text, shell) = (script, ["sh", "-c"])
    case .text(let script, let words): (text, shell) = (script, words)
    case .script(let script, let words): (text, shell) = (script, words)
    }
    guard text.contains(where: \.isNewline), ShellWords.goesOnAfterFailure(shell) else { return false }
    let lines = ShellLines(text).commands
    return lines.count > 1 && !lines.contains(where: \.setsEndAtFailure)
  }
}

extension [String] {
  /// Whether a command, as its words, is `set -e`, alone or with other options.
  fileprivate var setsEndAtFailure: Bool {
    indices.contains { index in
      guard self[index] == "set", index + 1 < count, self[index + 1].isShort else { return false }
      return self[index + 1].contains("e") || self[(index + 1)...].contains("errexit")
    }
  }
}
