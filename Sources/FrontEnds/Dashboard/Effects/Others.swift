extension Dashboard {
  /// What could be opened here instead of what the panel shows.
  package struct Others: Equatable, Sendable {
    /// The path of the board that would be opened; nil if there is none.
    package var board: String?
    /// The files of the project of the directory; empty if there are none.
    package var projectFiles: [String] = []

    package init(board: String? = nil, projectFiles: [String] = []) {
      (self.board, self.projectFiles) = (board, projectFiles)
    }
  }

  /// One of them.
  package enum Other: Equatable, Sendable {
    case board, project
  }
}

extension Dashboard.Others {
  /// What is there, and the command that opens it, in one line; nil if there is nothing.
  func words(for other: Dashboard.Other, keys: Dashboard.KeyMap) -> String? {
    switch other {
    case .board: board.map { "\($0) is here now: \(keys.way(to: .reopen))" }
    case .project:
      projectFiles.isEmpty
        ? nil : "\(projectFiles.joined(separator: ", ")) here: \(keys.way(to: .project))"
    }
  }
}
