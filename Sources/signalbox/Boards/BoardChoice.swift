internal import Board
internal import Essentials
internal import Projects

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The board to open. Whether it is a file, which can be shared, is decided once, when it is chosen: a file
/// that is missing for a moment stays one.
enum BoardChoice: Equatable {
  case file(String)
  /// A pipe or a device. Nobody else can read the same text, so it is not shared.
  case stream(String)
  case demo

  /// The board with this path. Without a path, the board of the working directory or of the nearest directory
  /// above it, or else the board in the user's configuration directory, or else the project of the directory:
  /// the known files of other programs in it.
  init(
    named path: String?, directory: String = WorkingDirectory.path,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    skipped: (String) -> Void = { _ in }
  ) throws(BoardSearch.Failure) {
    if let path {
      self = Self.isStream(path) ? .stream(path) : .file(path)
    } else if let found = try Self.search(directory) {
      self = .file(found)
    } else if let personal = PersonalFile.path(of: PersonalFile.board, environment: environment) {
      self = .file(personal)
    } else {
      let search = ProjectSearch(directory: directory, environment: environment)
      guard let project = search.project(skipped: skipped) else {
        throw .nothing(directory: directory, end: search.places.last ?? directory)
      }
      self = .file(project.path)
    }
  }

  /// A board that is missing for a moment, because it is replaced, is looked for again for a quarter of a
  /// second. Where nothing was removed lately, nothing is waited for.
  private static func search(_ directory: String) throws(BoardSearch.Failure) -> String? {
    let search = BoardSearch(directory: directory)
    for _ in 1...25 {
      if let found = try search.path() { return found }
      guard search.directories.contains(where: BoardSearch.hasChangedLately) else { return nil }
      usleep(10_000)
    }
    return nil
  }

  private static func isStream(_ path: String) -> Bool {
    if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return true }
    var status = stat()
    return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  var name: String { path ?? "the demo board" }

  /// The path of the file or stream; nil for the demo board.
  var path: String? {
    switch self {
    case .file(let path), .stream(let path): path
    case .demo: nil
    }
  }

  /// Whether the board can have a box of its own.
  var isShared: Bool {
    if case .file = self { true } else { false }
  }

  func load() throws(BoardError) -> Board { try open().board }

  /// The board, and what it was made from if that are files of other programs.
  func open() throws(BoardError) -> ProjectBoard.Opened {
    if let path { return try ProjectBoard.open(path) }
    return ProjectBoard.Opened(board: try Board.demo(), project: nil)
  }

  /// What the files of other programs describe; nil if a board is opened.
  var project: Project? {
    get throws(BoardError) {
      guard case .file(let path) = self else { return nil }
      return try ProjectBoard.project(at: path)
    }
  }

  /// The same, also what a board refuses, which takes less time.
  var foundProject: Project? {
    get throws(BoardError) {
      guard case .file(let path) = self else { return nil }
      return try ProjectBoard.found(at: path)
    }
  }
}
