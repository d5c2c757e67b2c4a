/// The commands that are usual where a file names none.
enum UsualCommands {
  static func reading(_ format: Format, file: String) -> Reading {
    var reading = Reading()
    let commands: [(String, [String])] =
      switch format {
      case .cargo:
        ["build", "test", "run", "clippy"].map { ($0, ["cargo", $0]) }
      case .swift: ["build", "test"].map { ($0, ["swift", $0]) }
      case .go:
        [
          ("build", ["go", "build", "./..."]), ("test", ["go", "test", "./..."]),
          ("vet", ["go", "vet", "./..."]),
        ]
      default: []
      }
    reading.actions = commands.map { name, words in
      var action = FoundAction(name, at: .init(file: file, line: 1), .arguments(words))
      action.summary = words.joined(separator: " ")
      return action
    }
    return reading
  }
}
