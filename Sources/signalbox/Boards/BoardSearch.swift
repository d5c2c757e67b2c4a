internal import Projects

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Searches for the board of a directory: in the directory itself, then in each directory above it.
struct BoardSearch {
  /// Why no board was found.
  enum Failure: Error, Equatable {
    /// There is neither a board nor a project. Files of other programs were looked for in this directory and
    /// above it, up to the last one.
    case nothing(directory: String, end: String)
    /// A directory has a board under each of the two names.
    case ambiguous(directory: String)
    /// A board, or what it leads to as a link, belongs to another user, who could use it to run commands.
    case untrusted(path: String, target: String? = nil)
    /// A board is neither a file nor a directory: reading it could wait for ever.
    case special(path: String)
  }

  /// The file names that the search looks for.
  static let fileNames = fileExtensions.map { "signalbox.\($0)" }
  static let fileExtensions = ["yml", "yaml"]

  /// An absolute path.
  let directory: String

  /// Returns the path of the nearest board: only its name if it is in the directory itself, and nil if there
  /// is none.
  func path() throws(Failure) -> String? {
    for current in directories {
      let found = Self.fileNames.filter { Self.exists("\(current)/\($0)") }
      guard found.count < 2 else { throw .ambiguous(directory: current) }
      if let name = found.first {
        let path = current == "/" ? "/\(name)" : "\(current)/\(name)"
        try check(path)
        return current == directory ? name : path
      }
    }
    return nil
  }

  /// The directory and those above it, the nearest first.
  var directories: [String] {
    var found = [directory]
    while let parent = found.last?.parentDirectory { found.append(parent) }
    return found
  }

  /// Whether an entry of a directory was added, removed or replaced in the last two seconds.
  static func hasChangedLately(_ directory: String) -> Bool {
    var status = stat()
    guard stat(directory, &status) == 0 else { return false }
    #if canImport(Darwin)
    let changed = status.st_mtimespec.tv_sec
    #else
    let changed = status.st_mtim.tv_sec
    #endif
    // The clock may have been set back.
    return (0...2).contains(time(nil) - changed)
  }

  /// A dangling link counts: reading it reports the error, while skipping it would open another board.
  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The most links that the system follows, too.
  private static let linkLimit = 40

  /// Checks a board that was not named, with each link on the way to its file: nobody else may have put it
  /// there, and reading it must end. What cannot be examined cannot be read either; reading it reports why.
  func check(_ path: String) throws(Failure) {
    var status = stat()
    if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      throw .special(path: path)
    }
    var file = path
    for _ in 0...Self.linkLimit {
      guard lstat(file, &status) == 0 else { return }
      let parent = Self.parent(of: file)
      guard isTrusted(status.st_uid, in: parent) else {
        throw .untrusted(path: path, target: file == path ? nil : file)
      }
      guard status.st_mode & S_IFMT == S_IFLNK, let target = Self.target(of: file) else { return }
      file = target.hasPrefix("/") ? target : "\(parent)/\(target)"
    }
  }

  /// Whether a file in a directory may have this owner: this user, root, or the owner of the directory in
  /// which the search began, who is accepted because in containers it is often not the current user.
  ///
  /// Everybody can write to a directory such as `/tmp`, so a board there must belong to this user: it must
  /// not decide what runs in the directories of other users below, or in that one.
  private func isTrusted(_ owner: uid_t, in place: String) -> Bool {
    if owner == geteuid() { return true }
    var status = stat()
    if stat(place, &status) == 0, status.st_mode & S_IWOTH != 0 { return false }
    return owner == 0 || stat(directory, &status) == 0 && owner == status.st_uid
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = buffer.baseAddress.map { readlink(link, $0, buffer.count) } ?? 0
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}

extension BoardSearch.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .nothing(let directory, let end):
      """
      there is no board, and no Makefile, package.json, … in \(directory)\
      \(end == directory ? "" : " or above up to \(end)"). `signalbox init` creates a board
      """
    case .ambiguous(let directory):
      """
      \(directory) has two boards, \(BoardSearch.fileNames.joined(separator: " and ")): remove one of them, or name \
      the one to open
      """
    case .untrusted(let path, let target):
      """
      \(path) \(target.map { "leads to \($0), which belongs" } ?? "belongs") to another user, so it is not opened by \
      itself: name it to open it
      """
    case .special(let path):
      "\(path) is a pipe or a device, and only a board that is named can be one: name it to open it"
    }
  }
}
