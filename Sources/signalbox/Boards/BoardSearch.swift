#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Searches for the board of a directory: in the directory itself, then in each directory above it.
struct BoardSearch {
  /// Why no board was found.
  enum Failure: Error, Equatable {
    /// No directory has a board, and the user has none either.
    case nothing(directory: String, personalFile: String?)
    /// A directory has a board under each of the two names.
    case ambiguous(directory: String)
    /// A board above the directory belongs to another user, who could use it to run commands.
    case untrusted(path: String)
  }

  /// The file names that the search looks for.
  static let fileNames = fileExtensions.map { "signalbox.\($0)" }
  static let fileExtensions = ["yml", "yaml"]

  /// An absolute path.
  let directory: String

  /// Returns the path of the nearest board: only its name if it is in the directory itself, and nil if there
  /// is none.
  func path() throws(Failure) -> String? {
    var current = directory
    while true {
      let found = Self.fileNames.filter { Self.exists("\(current)/\($0)") }
      guard found.count < 2 else { throw .ambiguous(directory: current) }
      if let name = found.first {
        if current == directory { return name }
        let path = current == "/" ? "/\(name)" : "\(current)/\(name)"
        guard isTrusted(path) else { throw .untrusted(path: path) }
        return path
      }
      guard current != "/", !current.isEmpty else { return nil }
      let slash = current.lastIndex(of: "/") ?? current.startIndex
      current = slash == current.startIndex ? "/" : String(current[..<slash])
    }
  }

  /// A dangling link counts: reading it reports the error, while skipping it would open another board.
  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether the file belongs to this user, to root, or to the owner of the directory.
  ///
  /// Everybody can write to a directory such as `/tmp`, and a board in it must not decide what runs in the
  /// directories of other users below. The owner of the directory is accepted because in containers it is
  /// often not the current user.
  private func isTrusted(_ path: String) -> Bool {
    // If the owner cannot be determined, the file cannot be read either; reading it reports why.
    guard let owner = Self.owner(of: path) else { return true }
    return owner == 0 || owner == geteuid() || owner == Self.owner(of: directory)
  }

  private static func owner(of path: String) -> uid_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_uid : nil
  }
}

extension BoardSearch.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .nothing(let directory, let personalFile):
      """
      there is no board: no \(BoardSearch.fileNames.joined(separator: " or ")) in \(directory) or a directory above \
      it\(personalFile.map { ", and no \($0)" } ?? ""). `signalbox init` creates one
      """
    case .ambiguous(let directory):
      """
      \(directory) has two boards, \(BoardSearch.fileNames.joined(separator: " and ")): remove one of them, or name \
      the one to open
      """
    case .untrusted(let path):
      "\(path) belongs to another user, so it is not opened from a directory below: name it to open it"
    }
  }
}
