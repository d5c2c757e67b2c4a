package import Board
internal import Configuration

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A board as it is opened: its own file, a directory with a project, or one file of a project.
package enum ProjectBoard {
  /// What was opened.
  package struct Opened: Sendable {
    package let board: Board
    /// What it was made from; nil for the file of a board.
    package let project: Project?

    package init(board: Board, project: Project?) { (self.board, self.project) = (board, project) }
  }

  /// Reads what is at a path.
  package static func load(_ path: String) throws(BoardError) -> Board { try open(path).board }

  /// Reads what is at a path.
  /// - Parameter keys: The keys of a project's actions that have some already, by their identities.
  package static func open(
    _ path: String, keeping keys: [String: Character] = [:]
  ) throws(BoardError) -> Opened {
    guard let (found, files) = try read(path) else {
      return Opened(board: try Board.load(contentsOf: path), project: nil)
    }
    // Nearly always all is accepted: the board is the proof, and is read only once.
    if let board = try? board(of: found, path, files, keys) { return Opened(board: board, project: found) }
    let project = found.accepted
    return Opened(board: try board(of: project, path, files, keys), project: project)
  }

  /// Reads the path of a board again.
  /// - Returns: Nil if it was read from the same text.
  package static func reload(_ board: Board, _ path: String) throws(BoardError) -> Board? {
    guard isProject(path) else { return try board.reload(contentsOf: path) }
    return try load(path, after: board)
  }

  /// Reads the path of a board whose earlier state is known: present actions of a project keep their keys,
  /// and a file with mistakes keeps its actions.
  package static func load(_ path: String, after board: Board) throws(BoardError) -> Board {
    let keys = board.actions.compactMap { action -> (String, Character)? in
      guard case .character(let key) = action.key else { return nil }
      return board.origins[action.id].map { ($0.identity, key) }
    }
    let opened = try open(path, keeping: Dictionary(keys) { $1 })
    guard let mistakes = opened.project?.mistakes, !mistakes.isEmpty else { return opened.board }
    throw BoardError(diagnostics: mistakes)
  }

  /// Whether a path is a directory, or a file of another program.
  package static func isProject(_ path: String) -> Bool {
    isDirectory(path) || (try? format(ofFile: path)) != nil
  }

  /// What the files at a path describe, without what a board refuses; nil if it is the file of a board.
  package static func project(at path: String) throws(BoardError) -> Project? {
    try read(path)?.project.accepted
  }

  /// What the files at a path describe, also what a board refuses, which takes less time; nil if it is the
  /// file of a board.
  package static func found(at path: String) throws(BoardError) -> Project? { try read(path)?.project }

  /// A project, and the files that it depends on, which may be missing.
  private static func read(_ path: String) throws(BoardError) -> (project: Project, files: [String])? {
    if isDirectory(path), let directory = ProjectDirectory(path) {
      let files = directory.files()
      let project = ProjectReader.read(directory.content, files)
      let names = Format.allCases.flatMap(\.fileNames) + PackageManager.lockFiles
      let others = names.filter { !files.paths.contains($0) }
      return (project, directory.absolute(files.paths + others))
    }
    guard let format = try format(ofFile: path) else { return nil }
    let name = String(path.split(separator: "/").last ?? "")
    guard let directory = ProjectDirectory(String(path.dropLast(name.count)).nonEmpty ?? ".") else {
      return nil
    }
    var project = Project(title: name.oneLine(limit: 100))
    let files = directory.files()
    ProjectReader.read(name, format, directory.content, files, into: &project)
    return (project, directory.absolute(files.paths))
  }

  /// The files of other programs whose format their names or their first keys say; nil for a board.
  /// - Throws: A file that has the keys of two formats.
  private static func format(ofFile path: String) throws(BoardError) -> Format? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let name = String(path.split(separator: "/").last ?? "")
    let format = Format(fileName: name)
    guard name.hasSuffix(".yml") || name.hasSuffix(".yaml"), !name.hasPrefix("signalbox.") else {
      return format
    }
    guard let text = try? SourceFile.text(of: path, kind: "file") else { return format }
    let keys = TopKeys.formats(in: text)
    if keys.count > 1, let first = keys.first, let second = keys.dropFirst().first {
      throw BoardError(
        diagnostics: [
          Diagnostic(
            inAllOf: path, "the file has both `\(first.key)` and `\(second.key)`, so its format is not clear")
        ])
    }
    guard let only = keys.first else { return format }
    return only.format
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func board(
    of project: Project, _ path: String, _ files: [String], _ keys: [String: Character]
  ) throws(BoardError) -> Board {
    guard !project.groups.isEmpty else {
      guard project.mistakes.isEmpty else { throw BoardError(diagnostics: project.mistakes) }
      let reasons = project.remarks.prefix(5).map(\.text).joined(separator: "; ")
      throw BoardError(
        diagnostics: [
          Diagnostic(inAllOf: path, "nothing to press here" + (reasons.isEmpty ? "" : " (\(reasons))"))
        ])
    }
    let directory =
      isDirectory(path) ? path : String(path.dropLast(path.split(separator: "/").last?.count ?? 0))
    let written = BoardText(project)
    let fresh = written.text
    let text = keys.isEmpty ? fresh : BoardText(project, keeping: keys).text
    var board = try Board.parse(
      text, named: path, inDirectory: ProjectDirectory.canonical(directory.nonEmpty ?? ".") ?? directory,
      digestOf: fresh, files: files)
    written.complete(&board)
    return board
  }
}
