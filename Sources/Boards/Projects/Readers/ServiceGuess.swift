/// Whether an action is meant to go on, which files of runners do not say: by its name, or by the program
/// that it starts.
enum ServiceGuess {
  private static let words: Set = [
    "dev", "start", "serve", "server", "watch", "preview", "storybook", "develop",
  ]
  private static let others: Set = [
    "build", "test", "tests", "check", "lint", "ci", "stop", "install", "clean", "fmt", "format", "setup",
    "deps", "image", "push", "down", "kill", "deploy", "release", "init", "migrate", "generate", "gen",
    "tools", "update", "upgrade", "docs", "coverage",
  ]
  /// The programs that stay, with the argument that makes them stay; nil for none.
  private static let staying: [(program: String, argument: String?)] = [
    ("vite", nil), ("vite", "dev"), ("vite", "preview"), ("next", "dev"), ("next", "start"), ("nuxt", "dev"),
    ("nodemon", "*"), ("webpack", "serve"), ("webpack-dev-server", "*"), ("react-scripts", "start"),
    ("astro", "dev"), ("tsc", "-w"), ("tsc", "--watch"),
  ]

  static func service(named name: String, running text: String? = nil) -> FoundAction.Service? {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let isNamed = words.contains(where: Self.words.contains) && !words.contains(where: others.contains)
    guard isNamed || text.map(stays) == true else { return nil }
    return FoundAction.Service(isGuess: true)
  }

  private static func stays(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let program = words.first, !text.contains("&&") else { return false }
    return staying.contains { each in
      guard each.program == program else { return false }
      return switch each.argument {
      case "*": true
      case let argument?: words.dropFirst().contains(argument)
      case nil: words.count == 1 || words[1].hasPrefix("-")
      }
    }
  }
}
