/// When a person who presses an action enters its program, which has a terminal of its own.
public enum EnterPolicy: String, Sendable, CaseIterable {
  /// The press that starts it enters it, too.
  case whenPressed = "when-pressed"
  /// Another press enters it while it runs.
  case onRequest = "on-request"
}

extension CommandDefinition.Invocation {
  /// What applies if the board does not say it: a shell, an editor, a console or `ssh` is entered when it is
  /// pressed, because it does nothing by itself.
  public var usualEnterPolicy: EnterPolicy {
    switch self {
    case .arguments(let arguments):
      // What is entered is something to do, as a text is.
      InteractiveProgram.isNamed(by: arguments.map { $0.text ?? "entered" }[...]) ? .whenPressed : .onRequest
    case .shell(let text), .text(let text, _):
      InteractiveProgram.isNamed(by: text) ? .whenPressed : .onRequest
    case .script: .onRequest
    }
  }
}

/// Programs that people use, by their names.
private enum InteractiveProgram {
  /// Programs that are used whatever their arguments are.
  private static let names: Set = [
    "vi", "vim", "nvim", "nano", "pico", "emacs", "micro", "hx", "helix", "kak", "joe", "mcedit", "mc",
    "ranger",
    "ssh", "mosh", "telnet", "slogin", "tmux", "screen", "less", "more", "man", "top", "htop", "btop", "atop",
    "lazygit", "tig", "k9s", "lazydocker",
  ]
  /// Programs that are used unless an option gives them something to do.
  private static let consoles: Set = [
    "psql", "mysql", "mariadb", "sqlite3", "redis-cli", "mongosh", "gdb", "lldb", "iex",
  ]
  /// Programs that are used unless they have something to do: a file, or such an option.
  private static let interpreters: Set = [
    "sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "fish", "nu", "pwsh", "python", "python3", "ipython",
    "node",
    "deno", "bun", "irb", "pry", "ghci", "lua", "julia", "erl", "R", "php", "ruby", "jshell", "scala", "utop",
    "racket", "guile", "sbcl", "clj",
  ]
  /// Options that give a program something to do.
  private static let tasks: Set = [
    "-c", "-e", "-f", "-p", "-m", "--command", "--execute", "--eval", "--file",
  ]

  /// Whether a text for a shell is one command that names such a program.
  static func isNamed(by text: String) -> Bool {
    let line = text.trimmingSuffix { $0.isWhitespace }
    guard !line.contains(where: { $0.isNewline || "|&;<>()`".contains($0) }) else { return false }
    let words = line.split(separator: " ").map(String.init)
    return isNamed(by: words.drop { $0 == "exec" || $0.isAssignment })
  }

  static func isNamed(by words: ArraySlice<String>) -> Bool {
    guard let program = words.first?.split(separator: "/").last.map(String.init) else { return false }
    let arguments = words.dropFirst()
    let hasTask = arguments.contains { $0.isTask }
    if names.contains(program) { return program != "ssh" || !sshHasCommand(arguments) }
    if consoles.contains(program) { return !hasTask }
    return interpreters.contains(program) && !hasTask && arguments.allSatisfy { $0.hasPrefix("-") }
  }

  /// Whether `ssh` runs a command on the other machine, without a terminal for it (`-t`).
  private static func sshHasCommand(_ arguments: ArraySlice<String>) -> Bool {
    /// Options with a value of their own.
    let valued = Set("BbcDEeFIiJLlmOopQRSWw")
    var rest = arguments
    while let word = rest.first, word.hasPrefix("-"), word.count > 1 {
      rest = rest.dropFirst()
      if word.dropFirst().allSatisfy({ $0 == "t" }) { return false }
      if word.count == 2, let option = word.last, valued.contains(option) { rest = rest.dropFirst() }
    }
    return rest.count > 1
  }
}

extension String {
  /// Whether it sets a variable: `TERM=xterm`.
  fileprivate var isAssignment: Bool {
    guard let equal = firstIndex(of: "="), equal > startIndex else { return false }
    return self[..<equal].allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
  }

  /// Whether it is an option that gives a program something to do: `-c`, `--command=…`, or `-lc`.
  fileprivate var isTask: Bool {
    if hasPrefix("--") { return InteractiveProgram.isTask(String(prefix { $0 != "=" })) }
    return hasPrefix("-") && dropFirst().contains { InteractiveProgram.isTask("-\($0)") }
  }

  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isTrimmed(last) { text = text.dropLast() }
    return String(text)
  }
}

extension InteractiveProgram {
  static func isTask(_ option: String) -> Bool { tasks.contains(option) }
}
