internal import ArgumentParser
internal import Board

/// What a shell offers for an argument.
enum Completions {
  /// The actions of the board that is named on the line, or else of the one that the panel would open.
  static let actions = CompletionKind.custom { words, _, _ in
    let option = words.lastIndex(of: "--board").map { words.index(after: $0) }
    let name = option.flatMap { words.indices.contains($0) ? words[$0] : nil }
    return (try? BoardChoice(named: name).load())?.actions.map(\.id) ?? []
  }
}
