import Foundation
import Processes
import TestSupport
import Testing

@testable import Rendezvous

@MainActor
@Suite(.timeLimit(.minutes(15))) struct BoxLockTests {
  private let place: Place

  init() throws { place = try Place() }

  @Test func `only one process at a time has the lock`() async throws {
    let server = try FixtureProcess(place, ["serve"])
    try await until { server.text == "ready\n" }
    try expectEqual(BoxLock(place.places)?.descriptor, nil)
    await #expect(throws: RendezvousError.held(process: server.identifier)) {
      _ = try await BoxLock.take(place.places, waiting: .milliseconds(20))
    }
    server.send(SIGKILL)
    _ = try await BoxLock.take(place.places, waiting: .seconds(200))
  }

  @Test func `the lock is taken when it is released`() async throws {
    let lock = try #require(try BoxLock(place.places))
    let waiting = Task { try await BoxLock.take(place.places, waiting: .seconds(700)) }
    try await Task.sleep(for: .milliseconds(5))
    lock.unlock()
    #expect(try await waiting.value.descriptor >= 0)
    #expect(lock.descriptor == -1)
  }

  @Test func `a process that inherits the lock holds it after the box`() async throws {
    // The box dies: its descriptor is closed, and nothing is unlocked.
    // Programs of other tests inherit nothing.
    var lock = try BoxLock(place.places)
    let inherited = fcntl(try #require(lock?.descriptor), F_DUPFD_CLOEXEC, 0)
    lock = nil
    try expectEqual(BoxLock(place.places)?.descriptor, nil)
    Descriptor.close(inherited)
    // A program that another test starts has the descriptor for a moment.
    try await until { (try? BoxLock(place.places)) != nil }
  }

  @Test func `a box that leaves releases the lock for its keeper, too`() async throws {
    let lock = try #require(try BoxLock(place.places))
    let inherited = fcntl(lock.descriptor, F_DUPFD_CLOEXEC, 0)
    lock.unlock()
    try await until { (try? BoxLock(place.places)) != nil }
    Descriptor.close(inherited)
  }

  @Test func `the lock is not inherited unless it is asked for`() throws {
    let lock = try #require(try BoxLock(place.places))
    #expect(fcntl(lock.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `the record says where the box is, and stays when it has left`() throws {
    let lock = try #require(try BoxLock(place.places))
    #expect(BoxRecord.read(place.places) == nil)
    try lock.write(socket: "/a long path of a socket")
    try lock.write(socket: "/socket")
    let record = BoxRecord(
      process: getpid(), socket: "/socket", board: place.board.path, state: place.places.stateDirectory)
    #expect(BoxRecord.read(place.places) == record)
    lock.unlock()
    #expect(BoxRecord.all(environment: [:], home: place.path("home")) == [record])
  }

  @Test func `a board with the hash of another one is refused`() throws {
    let lock = try #require(try BoxLock(place.places))
    try lock.write(socket: "/socket")
    let record = BoxRecord(process: 1, socket: "/socket", board: "/other.yaml", state: nil)
    try Data(record.encoded).write(to: URL(filePath: place.places.lockFile))
    lock.unlock()
    #expect(throws: RendezvousError.collision(board: place.board.path, other: "/other.yaml")) {
      try BoxLock(place.places)
    }
  }

  @Test(arguments: ["file", "directory"])
  func `who deletes the lock file gets no second lock`(what: String) async throws {
    let lock = try #require(try BoxLock(place.places))
    try lock.write(socket: "/socket")
    if what == "file" { unlink(place.places.lockFile) } else { try place.deleteState() }
    // The kernel's name is taken, whatever is in the file system.
    try expectEqual(BoxLock(place.places)?.descriptor, nil)
    let number = lock.descriptor
    #expect(try lock.restore())
    // Later keepers inherit this number.
    #expect(lock.descriptor == number)
    #expect(FileIdentity(number) == FileIdentity(place.places.lockFile))
    #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    #expect(BoxRecord.read(place.places)?.socket == "/socket")
    try expectEqual(BoxLock(place.places)?.descriptor, nil)
    lock.unlock()
    try await until { (try? BoxLock(place.places)) != nil }
  }

  #if os(Linux)
  @Test func `a new file that another process has locked is taken when that gives it back`() throws {
    let lock = try #require(try BoxLock(place.places))
    try place.deleteState()
    let other = try FileLock(place.places.lockFile)
    #expect(try !lock.restore())
    other.release()
    #expect(try lock.restore())
    #expect(FileIdentity(lock.descriptor) == FileIdentity(place.places.lockFile))
  }

  @Test func `who inherits the kernel's name holds the lock, and its process is named`() async throws {
    var lock = try BoxLock(place.places)
    let inherited = fcntl(try #require(lock?.nameDescriptor), F_DUPFD_CLOEXEC, 0)
    lock?.unlock()
    lock = nil
    await #expect(throws: RendezvousError.held(process: getpid())) {
      _ = try await BoxLock.take(place.places, waiting: .milliseconds(20))
    }
    Descriptor.close(inherited)
    // A program that another test starts has the descriptor for a moment.
    try await until { (try? BoxLock(place.places)) != nil }
  }

  @Test func `many who ask for the name do not free it`() throws {
    let lock = try #require(try BoxLock(place.places))
    try place.deleteState()
    for _ in 1...40 { try expectEqual(BoxLock(place.places)?.descriptor, nil) }
    withExtendedLifetime(lock) {}
  }

  @Test func `a board whose directory has gone has no lock`() throws {
    let gone = BoardIdentity(canonicalPath: place.path("gone/board.yaml"), user: geteuid())
    let places = try BoxPlaces(gone, environment: [:], home: place.path("home"))
    let refusal = RendezvousError.noBoard(path: gone.path, reason: "No such file or directory")
    #expect(throws: refusal) { try BoxLock(places) }
  }
  #endif

  @Test func `where somebody answers at the socket of the board, nobody else begins`() async throws {
    let descriptor = try UnixSocket.listen(place.places.socketPath())
    await #expect(throws: RendezvousError.held(process: getpid())) {
      _ = try await BoxLock.take(place.places, waiting: .milliseconds(20))
    }
    Descriptor.close(descriptor)
    try await until { (try? BoxLock(place.places)) != nil }
  }

  @Test func `a lock that is a directory or a link is refused`() throws {
    let file = place.places.lockFile
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    let directory = RendezvousError.unusable(path: file, reason: "Is a directory")
    #expect(throws: directory) { try BoxLock(place.places) }
    rmdir(file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "board.yaml")
    #expect(throws: RendezvousError.self) { try BoxLock(place.places) }
  }

  @Test func `a home directory that cannot be written is named`() throws {
    let places = try BoxPlaces(place.board, environment: [:], home: place.path("board.yaml"))
    let directory = String(places.lockFile.dropLast(BoxPlaces.lockName.count + 1))
    #expect(throws: RendezvousError.unusable(path: directory, reason: "Not a directory")) {
      try BoxLock(places)
    }
  }
}

/// A process that locks a file, and knows nothing of names.
private struct FileLock {
  private let descriptor: Int32

  init(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
  }

  func release() { Descriptor.close(descriptor) }
}
