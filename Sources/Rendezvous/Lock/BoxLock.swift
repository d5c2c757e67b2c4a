internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The lock that makes a process the box of its board.
///
/// It belongs to an open file, not to a process: a child that inherits ``descriptor`` holds it, too, and when
/// a box is killed, the lock is free only after its keeper has ended. ``unlock()`` releases it for both.
@MainActor
package final class BoxLock {
  private let places: BoxPlaces
  private var file: OwnedDescriptor?

  /// The descriptor of the locked file, for the keeper to inherit; -1 after ``unlock()``.
  package var descriptor: Int32 { file?.value ?? -1 }

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
      if let lock = try BoxLock(places) { return lock }
      guard clock.now < deadline else { throw RendezvousError.held(process: BoxRecord.read(places)?.process) }
      try await pause(interval)
      interval = min(interval * 2, .milliseconds(10))
    }
  }

  /// Takes the lock if it is free; nil if it is not.
  init?(_ places: BoxPlaces) throws(RendezvousError) {
    self.places = places
    let path = places.lockFile
    let file = try Self.open(path)
    while flock(file.value, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw .refused(path) }
      return nil
    }
    // The lock is worth nothing if the file was deleted before it was taken: others lock the next file.
    var (locked, present) = (stat(), stat())
    guard fstat(file.value, &locked) == 0, lstat(path, &present) == 0,
      locked.st_dev == present.st_dev, locked.st_ino == present.st_ino
    else { return nil }
    if let record = BoxRecord.read(places), record.board != places.board.path {
      throw .collision(board: places.board.path, other: record.board)
    }
    self.file = file
  }

  /// Writes into the lock file where the box of this process is reached.
  package func write(socket: String) throws(RendezvousError) {
    guard let file else { return }
    let record = BoxRecord(process: getpid(), socket: socket, board: places.board.path).encoded
    guard record.count <= SmallFile.limit else { throw .pathTooLong(places.board.path) }
    let count = pwrite(file.value, record, record.count, 0)
    guard count >= 0 else { throw .refused(places.lockFile) }
    guard count == record.count, ftruncate(file.value, off_t(record.count)) == 0 else {
      throw .unusable(path: places.lockFile, reason: String(cString: strerror(ENOSPC)))
    }
  }

  /// Releases the lock also for the keeper, which has no commands any more.
  package func unlock() {
    guard let file else { return }
    _ = flock(file.value, LOCK_UN)
    self.file = nil
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
