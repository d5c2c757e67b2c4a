internal import ArgumentParser
internal import Board

/// Completions for arguments in a shell.
enum Completions {
  /// The actions of the board on the command line, or else of the one that the panel would open.
  static let actions = CompletionKind.custom { words, _, _ in
    let option = words.lastIndex(of: "--board").map { words.index(after: $0) }
    let name = option.flatMap { words.indices.contains($0) ? words[$0] : nil }
    return (try? BoardChoice(named: name).load())?.actions.map(\.id) ?? []
  }
}
