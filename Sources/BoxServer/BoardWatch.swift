package import Board
internal import Dispatch
package import Files

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Reloads a board file whenever it changes, and reports the result if it differs from the previous one.
@MainActor
package final class BoardWatch {
  /// A board, or the mistakes in its file.
  package typealias Outcome = Result<Board, BoardError>

  private let path: String
  private let onOutcome: @MainActor (Outcome) -> Void
  private var outcome: Outcome
  private var watch: FileWatch?

  /// Starts to watch the file that a board was read from.
  package init(_ path: String, of board: Board, onOutcome: @escaping @MainActor (Outcome) -> Void)
    throws(FileWatch.Refusal)
  {
    self.path = path
    self.onOutcome = onOutcome
    outcome = .success(board)
    guard canBeReadAgain else { return }
    watch = try FileWatch(path, scheduler: DispatchQueue.main) { [weak self] in self?.readAgain() }
  }

  /// Stops watching.
  package func close() {
    watch?.close()
    watch = nil
  }

  private func readAgain() {
    guard canBeReadAgain else { return }
    let outcome = Outcome { () throws(BoardError) in
      switch self.outcome {
      case .success(let board): try board.reload(contentsOf: path) ?? board
      case .failure: try Board.load(contentsOf: path)
      }
    }
    guard outcome != self.outcome else { return }
    self.outcome = outcome
    onOutcome(outcome)
  }

  /// Reading a pipe or a device could block. A missing file is reported as a mistake.
  private var canBeReadAgain: Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
