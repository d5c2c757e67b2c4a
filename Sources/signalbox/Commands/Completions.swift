internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxServer
internal import Essentials
internal import Jobs
internal import Rendezvous

/// Completions for arguments in a shell.
enum Completions {
  /// The actions of the board on the command line, or else of the one that the panel would open.
  static let actions = CompletionKind.custom { words, _, _ in board(words)?.actions.map(\.id) ?? [] }

  /// The runs that are known of the actions on the command line, and the words for some of them.
  static let runs = CompletionKind.custom { words, _, _ in
    let known = board(words).map { numbers(on: $0, in: words) } ?? []
    return known + ["-1", "-2", "all", "next"]
  }

  /// What can be entered for the actions on the command line: the inputs of their buttons, the names of their
  /// inputs and the texts that these can have. What is hidden is only read, from standard input.
  static let inputs = CompletionKind.custom { words, _, _ in
    guard let board = board(words) else { return [] }
    var texts: [String] = []
    for action in words.flatMap(board.actions(named:)) {
      switch action.form {
      case .none: break
      case .buttons(let buttons): texts += buttons.map(\.input)
      case .text(let input): texts += input.isHidden ? ["-"] : []
      case .named(let inputs):
        for input in inputs {
          let known = input.isHidden ? ["-"] : input.choices.isEmpty ? [""] : input.choices
          texts += known.map { "\(input.name)=\($0)" }
        }
      }
    }
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private static func choice(_ words: [String]) -> BoardChoice? {
    let option = words.lastIndex(of: "--board").map { words.index(after: $0) }
    return try? BoardChoice(named: option.flatMap { words.indices.contains($0) ? words[$0] : nil })
  }

  private static func board(_ words: [String]) -> Board? { try? choice(words)?.load() }

  /// Results are in a file, so nothing has to answer.
  private static func numbers(on board: Board, in words: [String]) -> [String] {
    guard let path = choice(words)?.path, let identity = try? BoardIdentity(presentOrGone: path),
      let places = try? BoxPlaces(identity, environment: ProcessInfo.processInfo.environment)
    else { return [] }
    let results = ResultJournal.remembered(in: places.results, for: board, at: .zero)
    let runs = words.compactMap { results[$0] }.flatMap(\.history.entries).map(\.number)
    return Set(runs).sorted(by: >).map { "\($0)" }
  }
}
