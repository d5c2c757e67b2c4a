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
  private let reader: BoardReader
  private var isReading = false
  /// Whether the file has changed again since it is being read.
  private var isReadingOld = false

  /// Starts to watch the file that a board was read from.
  /// - Parameters:
  ///   - reader: Reads the file.
  ///   - onOutcome: Called on the main actor.
  package init(
    _ path: String, of board: Board, reader: BoardReader = BoardReader(),
    onOutcome: @escaping @MainActor (Outcome) -> Void
  ) throws(FileWatch.Refusal) {
    self.path = path
    self.reader = reader
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
    isReadingOld = isReading
    guard !isReading else { return }
    isReading = true
    Task {
      let (path, before) = (path, outcome)
      let outcome = await reader.read {
        Outcome { () throws(BoardError) in
          switch before {
          case .success(let board): try board.reload(contentsOf: path) ?? board
          case .failure: try Board.load(contentsOf: path)
          }
        }
      }
      isReading = false
      take(outcome)
      if isReadingOld { readAgain() }
    }
  }

  private func take(_ outcome: Outcome) {
    guard watch != nil, outcome != self.outcome else { return }
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
