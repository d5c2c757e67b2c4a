#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Where the files of a box are.
///
/// The lock is in the home directory of the password database, so that every process of the user finds the
/// same one, whatever its environment says: in `cron`, `su` and containers, variables are missing or
/// different. The socket can move. The record in the lock file says where it is.
package struct BoxPlaces: Sendable, Hashable {
  /// A directory that can contain the directory of the socket.
  struct Parent: Hashable {
    let path: String
    /// The name of the directory of the socket in it.
    let name: String
  }

  package let board: BoardIdentity
  /// The file that the box locks. It is never deleted.
  package let lockFile: String
  /// The directory of journals and the log. Call ``createStateDirectory()`` before writing there.
  package let stateDirectory: String
  /// Best first.
  private let socketParents: [Parent]

  /// - Parameters:
  ///   - environment: The variables of this process.
  ///   - home: The home directory; by default, that of the password database.
  /// - Throws: ``RendezvousError/noHome``.
  package init(_ board: BoardIdentity, environment: [String: String], home: String? = nil)
    throws(RendezvousError)
  {
    let temporary = [Self.absolute(environment["TMPDIR"]), "/tmp"].compactMap { $0 }
    try self.init(
      board, environment: environment, home: home,
      socketParents: [Self.absolute(environment["XDG_RUNTIME_DIR"])].compactMap { $0 }
        .map { Parent(path: $0, name: "signalbox") }
        + temporary.map { Parent(path: $0, name: "signalbox-\(board.user)") })
  }

  init(_ board: BoardIdentity, environment: [String: String], home: String?, socketParents: [Parent])
    throws(RendezvousError)
  {
    guard let home = home ?? Self.homeDirectory() else { throw .noHome }
    self.board = board
    self.socketParents = socketParents
    let directory = Self.directory(home: home) + "/" + board.hash
    lockFile = directory + "/" + Self.lockName
    let state = Self.absolute(environment["XDG_STATE_HOME"])
    stateDirectory = state.map { "\($0)/signalbox/\(board.hash)" } ?? directory
  }

  /// The file with the results of the board.
  package var results: String { stateDirectory + "/results" }

  package func createStateDirectory() throws(RendezvousError) {
    try PrivateDirectory.create(stateDirectory)
    try PrivateDirectory.check(stateDirectory, allowsLink: true)
  }

  /// A path for the socket, in a directory that only the user may change. Creates that directory.
  /// - Throws: The reason why the last of the possible directories cannot be used.
  package func socketPath() throws(RendezvousError) -> String {
    var refusal = RendezvousError.noHome
    for parent in socketParents {
      do throws(RendezvousError) {
        return try socketPath(in: parent.path, parent.name)
      } catch {
        refusal = error
      }
    }
    throw refusal
  }

  private func socketPath(in parent: String, _ name: String) throws(RendezvousError) -> String {
    let directory = parent + "/" + name
    let path = "\(directory)/\(board.hash).socket"
    guard UnixSocket.fits(UnixSocket.temporaryPath(path)) else { throw .pathTooLong(path) }
    try PrivateDirectory.checkParent(parent)
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw .refused(directory) }
    try PrivateDirectory.check(directory, allowsLink: false)
    return path
  }

  /// The directory with one directory for each board.
  static func directory(home: String) -> String { home + "/.local/state/signalbox" }

  static let lockName = "lock-" + HostIdentity.current

  private static func absolute(_ path: String?) -> String? {
    guard var path, path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The home directory of the user in the password database.
  static func homeDirectory() -> String? {
    var bytes = [CChar](repeating: 0, count: 16_384)
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    guard getpwuid_r(geteuid(), &entry, &bytes, bytes.count, &found) == 0,
      let directory = found?.pointee.pw_dir
    else { return nil }
    return absolute(String(cString: directory))
  }
}
