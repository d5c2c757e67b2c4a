internal import Board
internal import Dispatch
internal import Files
internal import Foundation

/// Reads a board file again whenever it changes, and reports the outcome if it differs from the previous one.
@MainActor
final class BoardWatch {
  /// A board, or what is wrong with its file.
  typealias Outcome = Result<Board, BoardError>

  private let path: String
  private let onOutcome: @MainActor (Outcome) -> Void
  private var outcome: Outcome
  private var watch: FileWatch?

  /// Starts watching the file that a board was read from.
  init(_ path: String, of board: Board, onOutcome: @escaping @MainActor (Outcome) -> Void)
    throws(FileWatch.Refusal)
  {
    self.path = path
    self.onOutcome = onOutcome
    outcome = .success(board)
    guard canBeReadAgain else { return }
    watch = try FileWatch(path, scheduler: DispatchQueue.main) { [weak self] in self?.readAgain() }
  }

  /// Ends watching.
  func close() {
    watch?.close()
    watch = nil
  }

  private func readAgain() {
    guard canBeReadAgain else { return }
    let outcome = Outcome { () throws(BoardError) in try Board.load(contentsOf: path) }
    guard outcome != self.outcome else { return }
    self.outcome = outcome
    onOutcome(outcome)
  }

  /// Reading from a pipe or a device could block for ever. A missing file is read, because that reports a
  /// mistake.
  private var canBeReadAgain: Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
