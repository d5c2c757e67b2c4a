public import Configuration

/// Why a board was refused: every mistake of its file, in the order of the file.
///
/// Its description is one block of lines for each mistake, ready to be printed.
public struct BoardError: Error, Equatable {
  /// At least one mistake, sorted by place.
  public let diagnostics: [Diagnostic]
}

extension BoardError: CustomStringConvertible {
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension Report {
  /// All mistakes of a board.
  var error: BoardError { BoardError(diagnostics: diagnostics) }
}
