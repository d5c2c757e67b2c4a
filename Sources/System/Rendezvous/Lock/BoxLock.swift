internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The lock that makes a process the box of its board: a locked file, and a ``KernelName``, since files can
/// be deleted.
///
/// Both belong to open descriptors, not to a process: a child that inherits them holds the lock, too, and
/// when a box is killed, the lock is free only after its keeper has ended. ``unlock()`` releases the file
/// for both; the name is free when the keeper has ended, too.
@MainActor
package final class BoxLock {
  private let places: BoxPlaces
  private var file: OwnedDescriptor?
  private var name: OwnedDescriptor?
  /// The socket that the record names; nil before ``write(socket:)``.
  private var socket: String?

  /// The descriptor of the locked file, for the keeper to inherit; -1 after ``unlock()``.
  package var descriptor: Int32 { file?.value ?? -1 }
  /// The descriptor of the kernel's name, for the keeper to inherit; nil if there is none.
  package var nameDescriptor: Int32? { name?.value }

  /// Takes the lock of a board. No thread is blocked while the lock is held by another process.
  /// - Parameter waiting: How long to wait for another box to leave.
  /// - Throws: ``RendezvousError/held(process:)`` after that time;
  ///   ``RendezvousError/collision(board:other:)`` if the lock file belongs to another board; other errors if
  ///   there can be no lock file; `CancellationError`.
  package static func take(_ places: BoxPlaces, waiting: Duration = .seconds(5)) async throws -> BoxLock {
    let clock = SuspendingClock()
    let deadline = clock.now + waiting
    var interval = Duration.milliseconds(1)
    while true {
      var holder: Int32?
      if let lock = try BoxLock(places, holder: &holder) { return lock }
      guard clock.now < deadline else {
        throw RendezvousError.held(process: holder ?? BoxRecord.read(places)?.process)
      }
      try await pause(interval)
      interval = min(interval * 2, .milliseconds(10))
    }
  }

  convenience init?(_ places: BoxPlaces) throws(RendezvousError) {
    var holder: Int32?
    try self.init(places, holder: &holder)
  }

  /// Takes the lock if it is free; nil if it is not.
  /// - Parameter holder: Becomes the process that has it, if that is known.
  private init?(_ places: BoxPlaces, holder: inout Int32?) throws(RendezvousError) {
    self.places = places
    guard let file = try Self.lockedFile(places.lockFile) else { return nil }
    if let record = BoxRecord.read(places), record.board != places.board.path {
      throw .collision(board: places.board.path, other: record.board)
    }
    // The file may be a new one, in the place of one that a box has locked.
    switch try KernelName.take(places.board) {
    case .taken(let descriptor): name = descriptor
    case .held(let process):
      holder = process
      return nil
    case .missing: name = nil
    }
    if let process = places.answeringBox() {
      holder = process > 0 ? process : nil
      return nil
    }
    self.file = file
  }

  /// Opens and locks the file at a path, and creates it if there is none; nil if it is locked.
  private static func lockedFile(_ path: String) throws(RendezvousError) -> OwnedDescriptor? {
    let file = try open(path)
    while flock(file.value, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw .refused(path) }
      return nil
    }
    // The lock is worth nothing if the file was deleted before it was taken: others lock the next file.
    return FileIdentity(path) == FileIdentity(file.value) ? file : nil
  }

  /// Writes into the lock file where the box of this process is reached.
  package func write(socket: String) throws(RendezvousError) {
    guard let file else { return }
    self.socket = socket
    let record = BoxRecord(
      process: getpid(), socket: socket, board: places.board.path, state: places.stateDirectory
    ).encoded
    guard record.count <= SmallFile.limit else { throw .pathTooLong(places.board.path) }
    let count = pwrite(file.value, record, record.count, 0)
    guard count >= 0 else { throw .refused(places.lockFile) }
    guard count == record.count, ftruncate(file.value, off_t(record.count)) == 0 else {
      throw .unusable(path: places.lockFile, reason: String(cString: strerror(ENOSPC)))
    }
  }

  /// Makes the lock file again if it was deleted or moved. Until then the kernel's name keeps others from
  /// beginning, who may have locked a new file for a moment.
  /// - Returns: Whether the lock has its file.
  package func restore() throws(RendezvousError) -> Bool {
    guard let file else { return true }
    if let identity = FileIdentity(file.value), identity == FileIdentity(places.lockFile) { return true }
    guard let new = try Self.lockedFile(places.lockFile) else { return false }
    // The number stays the same, since later keepers inherit it.
    guard dup2(new.value, file.value) >= 0, fcntl(file.value, F_SETFD, FD_CLOEXEC) == 0 else {
      throw .refused(places.lockFile)
    }
    if let socket { try write(socket: socket) }
    return true
  }

  /// Releases the lock also for the keeper, which has no commands any more.
  package func unlock() {
    guard let file else { return }
    _ = flock(file.value, LOCK_UN)
    (self.file, name) = (nil, nil)
  }

  private static func open(_ path: String) throws(RendezvousError) -> OwnedDescriptor {
    let directory = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
    try PrivateDirectory.create(String(directory))
    try PrivateDirectory.check(String(directory), allowsLink: true)
    #if canImport(Darwin)
    let descriptor = Darwin.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    #else
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    #endif
    guard descriptor >= 0 else { throw .refused(path) }
    let file = OwnedDescriptor(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
    else {
      throw .unusable(path: path, reason: "it is not a file of this user")
    }
    return file
  }
}
