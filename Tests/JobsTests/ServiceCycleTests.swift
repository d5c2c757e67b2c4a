import Board
import Boundary
import Foundation
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

/// Real services that are started, killed, hang, are not ready and are stopped, again and again, with a
/// client that is guarded by `.ready`. `SIGNALBOX_SERVICE_CYCLES=200` repeats that 200 times for each.
@MainActor
@Suite(.timeLimit(.minutes(60)), .slow, .serialized) struct ServiceCycleTests {
  private static let cycles =
    ProcessInfo.processInfo.environment["SIGNALBOX_SERVICE_CYCLES"].flatMap { Int($0) } ?? 1

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A board with a service, and a client that connects to it.
  /// - Parameters:
  ///   - probe: The command that says whether the service answers.
  ///   - client: The command of the client.
  private func station(_ program: String, probe: String, client: String) throws -> LiveStation {
    let ports = FreePorts.takeRange(of: 2)
    return try LiveStation(
      """
        server:
          run: |
            while test -e refuse; do sleep 0.05; done
            exec \(program)
          dir: \(scratch.path)
          port: \(ports.lowerBound)..\(ports.upperBound)
          service: true
          ready: { run: '\(probe)', timeout: 1m, every: 100ms, failures: 1000000, within: never }
          liveness: { run: '\(probe)', timeout: \(Self.cycles > 1 ? 1 : 10)s, every: 100ms, failures: 2 }
          restart: { backoff: 10ms..100ms, limit: 1000000 }
          stop: { signal: INT, grace: 1m }
        client:
          run: |
            \(client)
          dir: \(scratch.path)
          env: { SERVER_PORT: '${server.port}' }
          enabled-if: server.ready
      """)
  }

  private func restarts(_ station: LiveStation) -> Int { station.record("server")?.runs.restarts ?? 0 }
  private func isReady(_ station: LiveStation) -> Bool { station.record("server")?.service == .ready }

  /// The client must succeed whenever its guard lets it start. A service that has been ready may have been
  /// restarted by a busy machine meanwhile: then it was not ready at the end either.
  private func connect(_ station: LiveStation, _ cycle: Int) async {
    var before = 0
    var execution: Execution<Never>?
    while execution == nil, !Task.isCancelled {
      await station.wait { station.interlocking.verdict(on: "client").isPassing }
      before = restarts(station)
      if case .accepted(let begun) = station.interlocking.start("client") { execution = begun }
    }
    try? await execution?.finished()
    let outcome = station.record("client")?.runs.last.result
    if outcome != .succeeded, restarts(station) == before {
      Issue.record("cycle \(cycle): \(String(describing: outcome)), \(station.output("client").suffix(5))")
    }
  }

  private func play(_ station: LiveStation) async throws {
    for cycle in 1...max(1, Self.cycles) {
      // Not ready.
      try scratch.write("", to: "refuse")
      station.interlocking.start("server")
      await station.wait { station.record("server")?.service == .starting }
      #expect(station.interlocking.verdict(on: "client").isPassing == false)
      try FileManager.default.removeItem(atPath: "\(scratch.path)/refuse")
      await connect(station, cycle)
      // Killed, and hanging.
      for signal in [SIGKILL, SIGSTOP] {
        let before = restarts(station)
        let leader = try #require(station.interlocking["server"]?.leaders.first)
        kill(leader, signal)
        await station.wait { self.restarts(station) > before && self.isReady(station) }
        await connect(station, cycle)
      }
      // Stopped.
      let port = try #require(HostedBoard(station.interlocking).situation["server"]?.port)
      let leaders = station.interlocking["server"]?.leaders ?? []
      station.interlocking.cancel("server")
      await station.interlocking.waitUntilEnded()
      #expect(station.record("server")?.runs.last.result == .cancelled, "cycle \(cycle)")
      #expect(PortUse.obstacle(on: port) == nil, "cycle \(cycle)")
      for leader in leaders { #expect(kill(-leader, 0) != 0, "cycle \(cycle): something is left") }
    }
  }

  @Test(
    .enabled(if: Databases.postgres != nil, "PostgreSQL is not installed: apt install postgresql"))
  func `PostgreSQL`() async throws {
    let programs = try #require(Databases.postgres)
    let data = try Databases.makeDirectory("data", in: scratch)
    let user = Databases.unprivileged
    let preparation = try LiveStation(
      """
        initdb: { run: '\(user)\(programs)/initdb -D \(data) -U shop --auth=trust --no-sync -E UTF8', dir: / }
      """)
    await expectEqual(preparation.run("initdb"), .succeeded, "\(preparation.output("initdb").suffix(5))")
    let station = try station(
      "\(user)\(programs)/postgres -D \(data) -p $PORT -h 127.0.0.1 -k \"\"",
      probe: "\(programs)/pg_isready -q -h 127.0.0.1 -p $PORT -t 2",
      client: "psql -h 127.0.0.1 -p $SERVER_PORT -U shop -qtAc 'select 1' postgres")
    try await play(station)
  }

  @Test(.enabled(if: Databases.hasRedis, "Redis is not installed: apt install redis-server"))
  func `Redis`() async throws {
    let station = try station(
      "redis-server --port $PORT --bind 127.0.0.1 --save \"\"",
      probe: "test \"$(redis-cli -p $PORT ping)\" = PONG",
      client: "test \"$(redis-cli -p $SERVER_PORT ping)\" = PONG")
    try await play(station)
  }

  @Test(.enabled(if: Databases.hasPython, "Python is not installed: apt install python3"))
  func `a server of Python`() async throws {
    try scratch.write(
      "import sys, urllib.request\nurllib.request.urlopen('http://127.0.0.1:' + sys.argv[1] + '/', timeout=2).read()\n",
      to: "ask.py")
    let station = try station(
      "/usr/bin/python3 -m http.server --bind 127.0.0.1 $PORT",
      probe: "/usr/bin/python3 ask.py $PORT", client: "/usr/bin/python3 ask.py $SERVER_PORT")
    try await play(station)
  }
}
