internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Where the files of a box are.
///
/// The lock is in the home directory of the password database, so that every process of the user finds the
/// same one, whatever its environment says: in `cron`, `su` and containers, variables are missing or
/// different. A user who is not in the database has the directory of `HOME`, if it belongs to that user. The
/// socket and the results can be elsewhere. The record in the lock file says where they are.
package struct BoxPlaces: Sendable, Hashable {
  /// A directory that can contain the directory of the socket.
  struct Parent: Hashable {
    let path: String
    /// The name of the directory of the socket in it.
    let name: String
    /// The name of the socket; nil for that of the board.
    var socket: String?
    /// Whether it is created if it is missing.
    var isCreated = false
  }

  package let board: BoardIdentity
  /// The file that the box locks. It is never deleted.
  package let lockFile: String
  /// The journal of the groups of its commands, which must be found by whoever takes the lock next.
  package let groups: String
  /// The directory of the results and the log. Call ``createStateDirectory()`` before writing there.
  package let stateDirectory: String
  /// Whether the environment names another directory than the one that the first box has chosen.
  package let isStateElsewhere: Bool
  /// Best first.
  private let socketParents: [Parent]

  /// - Parameters:
  ///   - environment: The variables of this process.
  ///   - home: The home directory; by default, that of the user.
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
    guard let home = home ?? Self.homeDirectory(environment) else { throw .noHome }
    self.board = board
    let directory = Self.directory(home: home) + "/" + board.hash
    // Last, because other machines may share that directory, which do not reach the socket.
    self.socketParents =
      socketParents + [
        Parent(path: Self.directory(home: home), name: board.hash, socket: "socket", isCreated: true)
      ]
    lockFile = directory + "/" + Self.lockName
    groups = directory + "/groups-" + HostIdentity.current
    let chosen = Self.absolute(environment["XDG_STATE_HOME"]).map { "\($0)/signalbox/\(board.hash)" }
    let recorded = BoxRecord.read(lockFile).flatMap { $0.board == board.path ? $0.state : nil }
    let present = recorded.flatMap { access($0, W_OK) == 0 ? $0 : nil }
    stateDirectory = present ?? chosen ?? directory
    isStateElsewhere = chosen != nil && chosen != stateDirectory
  }

  /// The file that says what front ends have asked for.
  package var record: String { stateDirectory + "/record" }

  /// The file with the results of the board.
  package var results: String { stateDirectory + "/results" }

  /// The directory with the kept outputs of the board.
  package var outputs: String { stateDirectory + "/outputs" }

  /// The directory with the state of the inputs of successes.
  package var inputs: String { stateDirectory + "/inputs" }

  package func createStateDirectory() throws(RendezvousError) {
    try PrivateDirectory.create(stateDirectory)
    try PrivateDirectory.check(stateDirectory, allowsLink: true)
  }

  /// A path for the socket, in a directory that only the user may change. Creates that directory.
  /// - Throws: The reason why the first of the possible directories cannot be used, if none can.
  package func socketPath() throws(RendezvousError) -> String {
    try atSocketPath { path throws(RendezvousError) in path }
  }

  /// Does something with a path for the socket, in a directory that only the user may change: with the first
  /// with which it succeeds. Creates the directory.
  func atSocketPath<Result>(
    _ body: (String) throws(RendezvousError) -> Result
  ) throws(RendezvousError) -> Result {
    var refusal: RendezvousError?
    for parent in socketParents {
      do throws(RendezvousError) {
        return try body(try socketPath(in: parent))
      } catch {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? .noHome
  }

  /// Best first.
  var possibleSockets: [String] { socketParents.map(path) }

  private func path(_ parent: Parent) -> String {
    "\(parent.path)/\(parent.name)/\(parent.socket ?? board.hash + ".socket")"
  }

  /// The process that answers at one of the possible sockets, which a box does until it leaves; 0 if its
  /// number is not known, nil if there is none.
  func answeringBox() -> Int32? {
    let recorded = BoxRecord.read(self)
    for path in [recorded?.socket].compactMap(\.self) + possibleSockets where UnixSocket.fits(path) {
      switch UnixSocket.connect(path) {
      case .connected(let socket):
        let peer = SocketPeer(socket.value)
        if peer?.isOwnUser == true { return peer?.process ?? 0 }
      case .busy: return recorded?.process ?? 0
      case .absent, .refused: continue
      }
    }
    return nil
  }

  private func socketPath(in parent: Parent) throws(RendezvousError) -> String {
    let path = path(parent)
    guard UnixSocket.fits(UnixSocket.temporaryPath(path)) else { throw .pathTooLong(path) }
    if parent.isCreated { try PrivateDirectory.create(parent.path) }
    try PrivateDirectory.checkParent(parent.path)
    let directory = parent.path + "/" + parent.name
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

  /// The home directory of the user in the password database; that of the environment if the database has no
  /// entry for the user, to whom the directory must belong.
  static func homeDirectory(_ environment: [String: String]) -> String? {
    var bytes = [CChar](repeating: 0, count: 16_384)
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    if getpwuid_r(geteuid(), &entry, &bytes, bytes.count, &found) == 0, let directory = found?.pointee.pw_dir,
      let path = absolute(String(cString: directory))
    {
      return path
    }
    var status = stat()
    guard let path = absolute(environment["HOME"]), stat(path, &status) == 0, status.st_uid == geteuid(),
      status.st_mode & S_IFMT == S_IFDIR
    else { return nil }
    return path
  }
}
