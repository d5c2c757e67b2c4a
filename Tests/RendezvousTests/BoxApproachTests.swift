import Foundation
import Processes
import TestSupport
import Testing

@testable import Rendezvous

@MainActor
@Suite(.timeLimit(.minutes(15))) final class BoxApproachTests {
  private let place: Place
  private var listener: BoxListener?
  private var connections: [SocketConnection] = []
  private var starts = 0

  init() throws { place = try Place() }

  /// A box in this process. Its first connections end without an answer.
  private func startBox(unanswered: Int = 0) throws {
    starts += 1
    var rest = unanswered
    listener = try BoxListener(
      #require(try BoxLock(place.places)), places: place.places,
      settings: .init(refusal: Array("full".utf8)),
      onConnection: { [unowned self] connection in
        connections.append(connection)
        guard rest == 0 else {
          rest -= 1
          return connection.close()
        }
        connection.onMessage = { [unowned connection] message in
          connection.send("welcome")
          connection.send("first")
          connection.send("second")
        }
        connection.resume()
      }, onTrouble: { _ in })
  }

  private func approach(
    _ patience: BoxApproach.Patience = .forTests,
    start: @escaping @MainActor () async throws -> Void
  ) -> BoxApproach { BoxApproach(place.places, hello: Array("hello".utf8), patience: patience, start: start) }

  @Test func `a box is started if there is none`() async throws {
    let approach = approach { [unowned self] in try startBox() }
    try await expectEqual(approach.reachExisting()?.answer.text, nil)
    try await expectEqual(approach.reach().answer.text, "welcome")
    try await expectEqual(approach.reach().answer.text, "welcome")
    try await expectEqual(approach.reachExisting()?.answer.text, "welcome")
    #expect(starts == 1)
  }

  @Test func `what follows the answer is delivered when the connection is resumed`() async throws {
    let reached = try await approach { [unowned self] in try startBox() }.reach()
    var texts: [String] = []
    reached.connection.onMessage = { texts.append($0.text) }
    reached.connection.resume()
    try await until { texts.count == 2 }
    #expect(texts == ["first", "second"])
  }

  @Test func `an end of file before the answer begins again`() async throws {
    try startBox(unanswered: 3)
    try await expectEqual(approach {}.reach().answer.text, "welcome")
    #expect(connections.count == 4)
  }

  @Test func `a box that was killed is followed by another one`() async throws {
    let server = try FixtureProcess(place, ["serve"])
    try await until { server.text == "ready\n" }
    server.send(SIGKILL)
    try await until { server.hasEnded }
    let reached = try await approach { [unowned self] in try startBox() }.reach()
    #expect(reached.answer.text == "welcome")
  }

  @Test func `a box that does not answer is named with its process, and keeps its lock`() async throws {
    let server = try FixtureProcess(place, ["serve"])
    try await until { server.text == "ready\n" }
    try await server.stop()
    let approach = approach(.init(answer: .milliseconds(50))) { [unowned self] in starts += 1 }
    await #expect(throws: RendezvousError.silent(process: server.identifier)) {
      _ = try await approach.reach()
    }
    #expect(
      RendezvousError.silent(process: 17).description == "the box (process 17) does not answer")
    #expect(starts == 0)
    server.send(SIGCONT)
    try await expectEqual(self.approach {}.reach().answer.text, "welcome")
  }

  @Test func `a box that does not accept is named with its process`() async throws {
    let server = try FixtureProcess(place, ["serve"])
    try await until { server.text == "ready\n" }
    try await server.stop()
    var waiting: [OwnedDescriptor] = []
    while case .connected(let socket) = UnixSocket.connect(place.socket), waiting.count < 5_000 {
      waiting.append(socket)
    }
    let approach = approach(.init(answer: .milliseconds(50))) { [unowned self] in starts += 1 }
    await #expect(throws: RendezvousError.silent(process: server.identifier)) {
      _ = try await approach.reach()
    }
    #expect(starts == 0)
  }

  @Test func `a box that cannot start says why`() async throws {
    let approach = approach { throw RendezvousError.noHome }
    await #expect(throws: RendezvousError.noHome) { _ = try await approach.reach() }
  }

  @Test func `a box that holds the lock and has no socket is named after a limited time`() async throws {
    let lock = try #require(try BoxLock(place.places))
    try lock.write(socket: place.socket)
    let approach = approach(.init(total: .milliseconds(50))) { [unowned self] in starts += 1 }
    await #expect(throws: RendezvousError.unreachable(process: getpid())) { _ = try await approach.reach() }
    #expect(starts > 0)
    withExtendedLifetime(lock) {}
  }

  @Test func `a front end connects as soon as any box is ready, without waiting for its own`() async throws {
    let approach = approach { [unowned self] in
      try startBox()
      // The box that this front end has started waits for the lock of the other one.
      try? await Task.sleep(for: .seconds(1_000))
    }
    try await expectEqual(approach.reach().answer.text, "welcome")
  }

  @Test func `an approach can be cancelled`() async throws {
    let task = Task { try await approach { try await Task.sleep(for: .seconds(1_000)) }.reach() }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value.answer }
  }

  @Test func `a board with the same hash is not reached`() async throws {
    try startBox()
    let record = BoxRecord(process: getpid(), socket: place.socket, board: "/other.yaml", state: nil)
    try Data(record.encoded).write(to: URL(filePath: place.places.lockFile))
    await #expect(throws: RendezvousError.collision(board: place.board.path, other: "/other.yaml")) {
      _ = try await approach {}.reach()
    }
  }
}
