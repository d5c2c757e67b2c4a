package import Board
internal import Dispatch
package import Files
internal import Projects

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
  /// The last board without mistakes.
  private var board: Board
  private var watches: [FileWatch] = []
  /// The files that are watched.
  private var files: [String] = []
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
    self.board = board
    outcome = .success(board)
    guard canBeReadAgain else { return }
    try watchFiles()
  }

  /// Stops watching.
  package func close() {
    for watch in watches { watch.close() }
    watches = []
  }

  /// Watches the file of the board, or the files that it was made from.
  private func watchFiles() throws(FileWatch.Refusal) {
    let present = board.source.files
    guard watches.isEmpty || present != files else { return }
    close()
    files = present
    let written = present.filter { access($0, F_OK) == 0 }
    let first = try FileWatch(
      written.first ?? path, entries: present.filter { !written.contains($0) }, scheduler: DispatchQueue.main
    ) { [weak self] in self?.readAgain() }
    watches = [first]
    for file in written.dropFirst() {
      watches.append(try FileWatch(file, scheduler: DispatchQueue.main) { [weak self] in self?.readAgain() })
    }
  }

  private func readAgain() {
    guard canBeReadAgain else { return }
    isReadingOld = isReading
    guard !isReading else { return }
    isReading = true
    Task {
      let (path, before, board) = (path, outcome, board)
      let outcome = await reader.read {
        Outcome { () throws(BoardError) in
          switch before {
          case .success(let board): try ProjectBoard.reload(board, path) ?? board
          case .failure: try ProjectBoard.load(path, after: board)
          }
        }
      }
      isReading = false
      take(outcome)
      if isReadingOld { readAgain() }
    }
  }

  private func take(_ outcome: Outcome) {
    guard !watches.isEmpty else { return }
    if case .success(let board) = outcome {
      self.board = board
      try? watchFiles()
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
