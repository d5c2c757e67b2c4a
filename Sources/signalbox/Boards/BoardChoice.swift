internal import Board
internal import Essentials

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The board to open.
enum BoardChoice: Equatable {
  case file(String)
  case demo

  /// The board with this path. Without a path, the board of the working directory or of the nearest directory
  /// above it, or else the board in the user's configuration directory.
  init(
    named path: String?, directory: String = FileManager.default.currentDirectoryPath,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(BoardSearch.Failure) {
    if let path {
      self = .file(path)
    } else if let found = try BoardSearch(directory: directory).path() {
      self = .file(found)
    } else if let personal = PersonalFile.path(of: "board.yml", environment: environment) {
      self = .file(personal)
    } else {
      throw .nothing(
        directory: directory,
        personalFile: PersonalFile.place(of: "board.yml", environment: environment))
    }
  }

  var name: String {
    switch self {
    case .file(let path): path
    case .demo: "the demo board"
    }
  }

  /// The path of the file; nil for the demo board.
  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The file of the board if it can have a box of its own: a file, and no pipe; nil otherwise.
  var sharedFile: String? {
    guard let path, !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") else { return nil }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? path : nil
  }

  func load() throws(BoardError) -> Board {
    switch self {
    case .file(let path): try Board.load(contentsOf: path)
    case .demo: try Board.demo()
    }
  }
}
