import Board
import Boundary
import Processes
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Commands that are going to listen on a port.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PortRunTests {
  private static func refusal(_ start: Interlocking.Start) -> String? {
    if case .refused(let reason) = start { reason } else { nil }
  }

  @Test func `a start is refused while somebody else listens`() async throws {
    let server = try LoopbackServer(.close)
    let station = try LiveStation("  web: { run: 'true', port: \(server.port) }")
    let reason = try #require(Self.refusal(station.interlocking.start("web")))
    #expect(reason.hasPrefix("port \(server.port): ") && reason.hasSuffix(" listens"))
    #if os(Linux)
    #expect(reason.contains("(pid \(getpid()))"))
    #endif
    #expect(station.record("web")?.runs.count == 0)
    withExtendedLifetime(server) {}
  }

  @Test func `what starts by itself fails and says so`() async throws {
    let server = try LoopbackServer(.close)
    let station = try LiveStation("  web: { run: 'true', port: \(server.port) }")
    guard case .failed(let failure) = await station.run("web", by: .clock) else {
      Issue.record("it has not failed")
      return
    }
    #expect(failure.kind == .cannotStart)
    #expect(failure.message.hasPrefix("cannot start: port \(server.port): "))
    withExtendedLifetime(server) {}
  }

  @Test func `a service whose port is taken is started again until it is free`() async throws {
    var server: LoopbackServer? = try LoopbackServer(.close)
    let port = try #require(server?.port)
    let station = try LiveStation(
      """
        web:
          run: exec sleep 1000
          port: \(port)
          service: true
          restart: { backoff: 10ms, limit: 1000000 }
      """)
    station.interlocking.start("web", by: .board)
    await station.wait { (station.record("web")?.runs.restarts ?? 0) >= 2 }
    #expect(station.output("web").contains { $0.hasPrefix("cannot start: port \(port): ") })
    server = nil
    _ = server
    await station.wait { station.record("web")?.service == .ready }
    await station.end()
  }

  @Test func `the command and others know the port`() async throws {
    let port = FreePorts.take()
    let station = try LiveStation(
      """
        web: { run: 'echo $PORT', port: \(port), env: { PORT: '1' } }
        client: { run: 'echo $URL', env: { URL: 'http://localhost:${web.port}/' } }
      """)
    await expectEqual(station.run("web"), .succeeded)
    #expect(station.record("web")?.runs.value == "\(port)")
    await expectEqual(station.run("client"), .succeeded)
    #expect(station.record("client")?.runs.value == "http://localhost:\(port)/")
    #expect(HostedBoard(station.interlocking).situation["web"]?.port == port)
    #expect(HostedBoard(station.interlocking).situation["client"]?.port == nil)
  }

  @Test func `probes of others know the port`() async throws {
    let server = try LoopbackServer(.close)
    let station = try LiveStation(
      """
        web: { run: 'true', port: \(server.port) }
        look: { tcp: '127.0.0.1:${web.port}' }
      """)
    await expectEqual(station.run("look"), .succeeded)
    withExtendedLifetime(server) {}
  }

  @Test func `probes of a service know its port`() async throws {
    let server = try LoopbackServer(.close)
    let port = FreePorts.take()
    let station = try LiveStation(
      """
        web:
          run: exec sleep 1000
          port: \(port)
          service: true
          ready: { run: 'test $PORT = \(port)' }
          restart: { when: never }
        client:
          run: exec sleep 1000
          port: auto
          service: true
          env: { SERVER: '127.0.0.1:\(server.port)' }
          ready: { tcp: '${SERVER}' }
      """)
    for id in ["web", "client"] {
      station.interlocking.start(id)
      await station.wait { station.record(id)?.service == .ready }
    }
    await station.end()
    withExtendedLifetime(server) {}
  }

  @Test func `free ports differ, and are kept`() throws {
    let board = try Board.parse(
      """
      actions:
        one: { run: x, port: 20000..20001 }
        two: { run: x, port: 20000..20001 }
        three: { run: x, port: 20000..20001 }
        fixed: { run: x, port: 3000 }
      """, file: "board.yml")
    let ports = BoardPorts { _ in .free }
    let first = ports.all(of: board)
    #expect(first["fixed"] == 3000)
    #expect(Set([first["one"], first["two"]]) == [20_000, 20_001])
    #expect(first["three"] == nil)
    #expect(ports.all(of: board) == first)
    // The next box begins at the same place.
    #expect(BoardPorts(use: { _ in .free }).all(of: board) == first)
  }

  @Test func `checkouts side by side begin at different places`() throws {
    let text = "actions: {one: {run: x, port: auto}}"
    let ports = try ["/home/a/shop", "/home/a/shop-2", "/home/b/shop"].map { directory in
      let board = try Board.parse(
        text, named: "board.yml", inDirectory: directory, digestOf: text, files: [])
      return BoardPorts(use: { _ in .free }).all(of: board)["one"]
    }
    #expect(Set(ports).count == 3 && !ports.contains(nil), "\(ports)")
  }

  @Test func `a port that is taken meanwhile is replaced at the next start`() throws {
    let board = try Board.parse("actions: {one: {run: x, port: 20000..20009}}", file: "board.yml")
    let action = try #require(board["one"])
    let taken = LiveData<Set<UInt16>>(data: [])
    let ports = BoardPorts { taken.data.contains($0) ? .taken : .free }
    let first = try #require(ports.all(of: board)["one"])
    ports.renew(action, on: board)
    #expect(ports.known(action) == first)
    taken.data = [first]
    ports.renew(action, on: board)
    let second = try #require(ports.known(action))
    #expect(second != first && (20_000...20_009).contains(second))
    taken.data = Set(20_000...20_009)
    ports.renew(action, on: board)
    #expect(ports.known(action) == nil)
    #expect(ports.lack(of: action) == "no port of 20000..20009 is free")
    taken.data = [first, second]
    #expect(ports.all(of: board)["one"] != nil)
    #expect(ports.lack(of: action) == nil)
  }

  @Test func `a port that cannot be looked at is not chosen, and one that the board has is kept`() throws {
    let board = try Board.parse("actions: {one: {run: x, port: 20000..20009}}", file: "board.yml")
    let action = try #require(board["one"])
    let reason = LiveData<String?>(data: "Too many open files")
    let ports = BoardPorts { _ in reason.data.map { .unknown($0) } ?? .free }
    #expect(ports.all(of: board) == [:])
    let lack = try #require(ports.lack(of: action))
    #expect(
      lack.hasPrefix("port 2000") && lack.hasSuffix(": not known whether it is free: Too many open files"))
    reason.data = nil
    let port = ports.all(of: board)["one"]
    #expect(port != nil && ports.lack(of: action) == nil)
    reason.data = "Too many open files"
    ports.renew(action, on: board)
    #expect(ports.known(action) == port)
  }

  @Test func `without a free port nothing starts, neither by a person nor by itself`() async throws {
    // The ports of the range are those of other actions.
    let station = try LiveStation(
      """
        first: { run: 'true', port: 20000 }
        second: { run: 'true', port: 20001 }
        web:
          run: echo listening
          port: 20000..20001
          service: true
          restart: { when: always, backoff: 10ms, limit: 1000000 }
      """)
    let words = "no port of 20000..20001 is free"
    #expect(Self.refusal(station.interlocking.start("web")) == words)
    await expectEqual(station.run("web", by: .board)?.message, "cannot start: \(words)")
    #expect(!station.output("web").contains("listening"))
    #expect(station.record("web")?.runs.restarts == 0)
  }

  @Test(.enabled(if: Databases.hasPython, "Python is not installed: apt install python3"))
  func `a port that is taken between the look and the start`() async throws {
    let scratch = try Scratch()
    let port = FreePorts.take()
    let program = "exec /usr/bin/python3 -m http.server --bind 127.0.0.1 \(port)"
    let station = try LiveStation(
      """
        web:
          run: echo looked at; until [ -e go ]; do sleep 0.05; done; \(program)
          dir: \(scratch.path)
          port: \(port)
          service: true
          ready: { line: Serving, within: never }
          restart: { backoff: 10ms, limit: 1000000 }
        other: { run: '\(program)', service: true, ready: { line: Serving, within: never } }
      """)
    station.interlocking.start("web")
    await station.wait { station.output("web").contains("looked at") }
    station.interlocking.start("other")
    await station.wait { station.record("other")?.service == .ready }
    try scratch.write("", to: "go")
    // Its program finds the port taken, and then each start of it is refused.
    await station.wait { station.output("web").contains { $0.hasPrefix("cannot start: port \(port): ") } }
    #expect(station.output("web").contains { $0.contains("in use") })
    #expect(station.record("web")?.service != .ready)
    station.interlocking.cancel("other")
    await station.wait { station.record("web")?.service == .ready }
    await station.end()
    #expect(PortUse.obstacle(on: port) == nil)
  }
}
