import Foundation
import Processes
import TestSupport
import Testing

@testable import Rendezvous

@MainActor
@Suite(.timeLimit(.minutes(15))) final class BoxListenerTests {
  private let place: Place
  private var connections: [SocketConnection] = []
  private var troubles: [String] = []

  init() throws { place = try Place() }

  private func listener(limit: Int = 256) throws -> BoxListener {
    try BoxListener(
      #require(try BoxLock(place.places)), places: place.places,
      settings: .init(refusal: Array("full".utf8), connectionLimit: limit),
      onConnection: { [unowned self] connection in
        connections.append(connection)
        connection.onMessage = { [unowned connection] _ in connection.send("welcome") }
        connection.resume()
      },
      onTrouble: { [unowned self] in troubles.append($0.description) })
  }

  private func ask() async throws -> String {
    let approach = BoxApproach(place.places, hello: [97], patience: .forTests) { throw CancellationError() }
    return try await approach.reach().answer.text
  }

  private var isLockHeld: Bool {
    get throws { try BoxLock(place.places) == nil }
  }

  private func connected() throws -> SocketConnection? {
    guard case .connected(let socket) = UnixSocket.connect(place.socket) else { return nil }
    return SocketConnection(socket, limits: .init())
  }

  @Test func `front ends are answered, and only the user can connect`() async throws {
    let listener = try listener()
    #expect(listener.path == place.socket)
    try await expectEqual(ask(), "welcome")
    let attributes = try FileManager.default.attributesOfItem(atPath: place.socket)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(connections.first?.peer?.process == getpid())
    #expect(connections.first?.peer?.isOwnUser == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("runtime/signalbox"))
    #expect(names == ["\(place.board.hash).socket"])
  }

  @Test func `the socket of a box that was killed is replaced`() async throws {
    let server = try FixtureProcess(place, ["serve"])
    try await until { server.text == "ready\n" }
    server.send(SIGKILL)
    try await until { server.hasEnded }
    let listener = try listener()
    try await expectEqual(ask(), "welcome")
    withExtendedLifetime(listener) {}
  }

  @Test(arguments: ["socket", "directory", "moved", "runtime directory"])
  func `a socket that was deleted is created again`(what: String) async throws {
    let listener = try listener()
    let early = try connected()
    let files = FileManager.default
    switch what {
    case "socket": try files.removeItem(atPath: place.socket)
    case "directory": try files.removeItem(atPath: place.path("runtime/signalbox"))
    case "moved": try files.moveItem(atPath: place.path("runtime/signalbox"), toPath: place.path("elsewhere"))
    default: try files.removeItem(atPath: place.path("runtime"))
    }
    try await until { FileIdentity(listener.path) != nil }
    try await expectEqual(ask(), "welcome")
    #expect((listener.path == place.socket) == (what != "runtime directory"))
    // Who connected before stays connected.
    var answer = ""
    early?.onMessage = { answer = $0.text }
    early?.resume()
    early?.send("hello")
    try await until { answer == "welcome" }
    // And it is noticed again.
    unlink(listener.path)
    try await until { FileIdentity(listener.path) != nil }
    try await expectEqual(ask(), "welcome")
    await listener.leave()
    #expect(FileIdentity(listener.path) == nil)
    #expect(troubles.isEmpty)
  }

  @Test func `what is not a socket of the user is not replaced`() async throws {
    _ = try place.places.socketPath()
    try FileManager.default.createDirectory(atPath: place.socket, withIntermediateDirectories: false)
    let listener = try listener()
    #expect(place.places.possibleSockets.dropFirst().contains(listener.path))
    try await expectEqual(ask(), "welcome")
    await listener.leave()
    rmdir(place.socket)
    symlink(place.path("board.yaml"), place.socket)
    try place.blockOtherSockets()
    defer { place.freeOtherSockets() }
    let refusal = RendezvousError.unusable(
      path: place.socket, reason: "it is not a socket of this user; remove it")
    try await until { (try? BoxLock(place.places)) != nil }
    #expect(throws: refusal) { try self.listener() }
    #expect(refusal.description == "cannot use \(place.socket): it is not a socket of this user; remove it")
  }

  @Test func `a box whose socket cannot be created again says so, and goes on when it can`() async throws {
    let listener = try listener()
    try place.blockOtherSockets()
    defer { place.freeOtherSockets() }
    unlink(place.socket)
    mkdir(place.socket, 0o700)
    try await until { !troubles.isEmpty }
    rmdir(place.socket)
    try await until { FileIdentity(place.socket) != nil }
    try await expectEqual(ask(), "welcome")
    withExtendedLifetime(listener) {}
  }

  @Test(arguments: ["file", "directory"])
  func `a lock file that was deleted is created again`(what: String) async throws {
    let listener = try listener()
    if what == "file" { unlink(place.places.lockFile) } else { try place.deleteState() }
    try await until { BoxRecord.read(place.places)?.socket == listener.path }
    try await expectEqual(ask(), "welcome")
    #expect(try isLockHeld)
    await listener.leave()
    #expect(troubles.isEmpty)
  }

  @Test func `leaving closes the socket before the lock is released`() async throws {
    let listener = try listener()
    let waiting = try connected()
    var ends: [SocketConnection.End] = []
    waiting?.onClose = { ends.append($0) }
    waiting?.resume()
    waiting?.send("hello")
    var (answered, isLocked) = (0, false)
    await listener.leave(
      answer: { connection in
        answered += 1
        connection.close()
      },
      beforeUnlocking: {
        #expect(FileIdentity(place.socket) == nil)
        isLocked = (try? isLockHeld) == true
        // What connected, but was not accepted, has its end already.
        try? await until { ends == [.endOfFile] }
      })
    #expect(isLocked)
    #expect(answered + connections.count == 1)
    // A program that another test starts has the descriptors for a moment.
    try await until { (try? isLockHeld) == false }
    await listener.leave()
  }

  @Test func `leaving keeps the socket of another box`() async throws {
    let listener = try listener()
    let socket = listener.path
    let other = try UnixSocket.listen(socket)
    let identity = FileIdentity(socket)
    await listener.leave()
    #expect(FileIdentity(socket) == identity)
    Descriptor.close(other)
  }

  // MARK: Too many connections

  @Test func `a front end that is one too many gets an answer`() async throws {
    let listener = try listener(limit: 2)
    let approach = BoxApproach(place.places, hello: [97], patience: .forTests) {}
    var reached: [BoxApproach.Reached] = []
    for _ in 1...3 { reached.append(try await approach.reach()) }
    #expect(reached.map(\.answer.text) == ["welcome", "welcome", "full"])
    reached[0].connection.close()
    try await until { listener.connectionCount == 1 }
    try await expectEqual(ask(), "welcome")
  }

  @Test func `ten thousand connections do not hurt the others`() async throws {
    let server = try FixtureProcess(place, ["serve"], limit: 1_024)
    try await until { server.text == "ready\n" }
    var (kept, answer): ([BoxApproach.Reached], String) = ([], "")
    while answer != "full" {
      let reached = try await BoxApproach(place.places, hello: [97], patience: .forTests) {}.reach()
      answer = reached.answer.text
      kept.append(reached)
    }
    #expect(kept.count > 50)
    for _ in 1...10_000 {
      while try connected() == nil { try await Task.sleep(for: .milliseconds(1)) }
    }
    try await expectEqual(ask(), "full")
    for reached in kept { reached.connection.close() }
    while answer != "welcome" { answer = try await ask() }
    #expect(server.text == "ready\n")
  }

  @Test func `a box without descriptors refuses, and does not spin`() async throws {
    let server = try FixtureProcess(place, ["serve"], limit: 24)
    try await until { server.text == "ready\n" }
    var kept: [BoxApproach.Reached] = []
    var answer = ""
    while answer != "full" {
      let reached = try await BoxApproach(place.places, hello: [97], patience: .forTests) {}.reach()
      answer = reached.answer.text
      kept.append(reached)
    }
    let before = try processorTime(server.identifier)
    try await Task.sleep(for: .milliseconds(300))
    #expect(try processorTime(server.identifier) - before < 10)
    for reached in kept { reached.connection.close() }
    while answer != "welcome" { answer = try await ask() }
  }

  /// In hundredths of a second.
  private func processorTime(_ process: Int32) throws -> Int {
    #if os(Linux)
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
    #else
    return 0
    #endif
  }
}
