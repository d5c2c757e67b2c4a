import Board
import Boundary
import EtcdServer
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Probes by command, starts that are not ready in time, and ends that are no failures, with real programs.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ServiceProbeTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A board with one service.
  private func station(_ options: String, run: String = "echo $$; exec sleep 1000") throws -> LiveStation {
    try LiveStation(
      "  server: { run: '\(run)', dir: \(scratch.path), service: true, env: { A: b }, \(options) }")
  }

  private func state(_ station: LiveStation) -> ServiceState? { station.record("server")?.service }
  private func message(_ outcome: RunOutcome?) -> String? { outcome?.message }
  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(scratch.path)/\(name)")
  }
  private func number(in name: String) -> Int32? {
    (try? String(contentsOfFile: "\(scratch.path)/\(name)", encoding: .utf8)).flatMap {
      Int32($0.filter(\.isNumber))
    }
  }

  @Test func `a probe runs like its service`() async throws {
    let station = try station(
      #"ready: { run: 'test "$A" = b && test -e here && kill -0 $SIGNALBOX_PID && ! test -t 0', timeout: 1m, every: 100ms }"#
    )
    station.interlocking.start("server")
    await station.wait { state(station) == .starting }
    try scratch.write("", to: "here")
    await station.wait { state(station) == .ready }
    #expect(!station.output("server").contains { $0.contains("probe") })
    await station.end()
  }

  @Test func `several successes in a row make it ready`() async throws {
    let station = try station(
      "ready: { run: 'echo x >> probes; test $(wc -l < probes) -ne 2', timeout: 1m, every: 100ms, successes: 2 }"
    )
    station.interlocking.start("server")
    await station.wait { state(station) == .ready }
    let count = try String(contentsOfFile: "\(scratch.path)/probes", encoding: .utf8).count { $0 == "x" }
    #expect(count == 4)
    await station.end()
  }

  @Test(
    arguments: [
      ("tcp: '127.0.0.1:1', failures: 1", "not ready after 1 failure: "),
      ("line: never printed, within: 300ms", "not ready after 300 ms: no line matches never printed"),
      (
        "run: exit 3, timeout: 1m, every: 100ms, failures: 2",
        "not ready after 2 failures: probe: exit code 3"
      ),
      ("run: ': < /dev/tty', timeout: 1m, failures: 1", "not ready after 1 failure: probe: exit code "),
      (
        "run: 'echo $$ > probe; exec sleep 1000', timeout: 200ms, failures: 1",
        "not ready after 1 failure: probe: timed out after 200 ms"
      ),
      ("run: 'exec yes', timeout: 300ms, failures: 1", "not ready after 1 failure: probe: timed out after"),
      ("run: [/nowhere/probe]", "cannot start: ready: probe: cannot start: "),
      ("run: no-such-probe-at-all, timeout: 1m", "cannot start: ready: probe: exit code 127"),
    ])
  func `a start that does not become ready has failed`(ready: String, reason: String) async throws {
    let station = try station("restart: { when: never }, ready: { \(ready) }")
    let outcome = await station.run("server")
    #expect(message(outcome)?.hasPrefix(reason) == true, "\(String(describing: outcome))")
    #expect(station.record("server")?.runs.restarts == 0)
    for process in [station.output("server").compactMap { Int32($0) }.first, number(in: "probe")] {
      if let process { #expect(kill(process, 0) != 0) }
    }
  }

  @Test func `a probe that leaves a process in another session does not delay the end of the start`()
    async throws
  {
    let station = try station(
      "restart: { when: never }, ready: { run: 'setsid sh -c \"echo \\$\\$ > away; exec sleep 1000\" & exit 1', timeout: 1m, failures: 1 }"
    )
    let outcome = await station.run("server")
    #expect(message(outcome) == "not ready after 1 failure: probe: exit code 1")
    for process in try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap({ Int32($0) }) {
      let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
      if place == scratch.path { kill(process, SIGKILL) }
    }
  }

  @Test func `the output of a probe is shown when it has failed for good`() async throws {
    let station = try station(
      "restart: { when: never }, ready: { run: 'echo no response; exit 2', timeout: 1m, failures: 1 }")
    _ = await station.run("server")
    #expect(station.output("server").count { $0 == "ready: no response" } == 1)
  }

  @Test func `restarts follow a start that is not ready in time and it is told at once`() async throws {
    let station = try station(
      """
      ready: { run: 'until [ -e deaf ]; do sleep 0.05; done; exit 3', timeout: 1h, failures: 1 }, \
      restart: { backoff: 1h, limit: 2 }, stop: { grace: 10m }
      """,
      run: #"trap "" TERM; echo $$; : > deaf; while :; do sleep 1000; done"#)
    station.interlocking.start("server")
    // Its program ignores that it is asked to end.
    await station.wait { station.record("server")?.notReady != nil && state(station) != .starting }
    let reason = "not ready after 1 failure: probe: exit code 3"
    #expect(station.record("server")?.notReady == reason)
    #expect(state(station) == .restarting(at: nil))
    #expect(HostedBoard(station.interlocking).situation.actions[0].notReady != nil)
    let process = try #require(station.output("server").compactMap { Int32($0) }.first)
    kill(-process, SIGKILL)
    await station.wait {
      station.record("server")?.runs.value == "\(reason), restart 1 of 2"
    }
    await station.end()
    #expect(station.record("server")?.notReady == nil)
  }

  @Test func `a start that is ready takes back that an earlier one was not`() async throws {
    let station = try station(
      "ready: { run: 'test -e good', every: 100ms, within: 300ms }, restart: { backoff: 10ms, limit: 1000 }")
    station.interlocking.start("server")
    await station.wait { station.record("server")?.notReady != nil }
    try scratch.write("", to: "good")
    await station.wait { state(station) == .ready }
    #expect(station.record("server")?.notReady == nil)
    await station.end()
  }

  @Test(
    arguments: [
      ("success-codes: [0, 130, 143]", "exit 130", nil, 130), ("success-codes: 3", "exit 3", nil, 3),
      ("success-codes: 3", "exit 0", "exit code 0", 0),
      ("success-codes: [0, 130]", "exit 1", "exit code 1", 1),
      ("stop: { signal: INT }", "kill -INT $$", nil, nil), ("quiet: true", "kill $$", nil, nil),
      ("stop: { signal: INT }", "kill $$", "ended by SIGTERM", nil),
      ("stop: { signal: KILL }", "kill -KILL $$", "ended by SIGKILL", nil),
    ] as [(String, String, String?, Int32?)])
  func `the board says which ends of a service are no failures`(
    option: String, run: String, failure: String?, code: Int32?
  ) async throws {
    let policy = failure == nil ? "when: failure, backoff: 1h" : "when: never"
    let station = try station("\(option), restart: { \(policy) }", run: run)
    let outcome = await station.run("server")
    #expect(message(outcome) == failure)
    #expect(outcome == .succeeded || failure != nil)
    #expect(station.record("server")?.runs.last.exitCode == code)
  }

  @Test func `a command that is no service fails by the signal of stop`() async throws {
    let station = try LiveStation(
      "  a: { run: 'kill $$' }\n  b: { run: exit 130, success-codes: [0, 130] }")
    await expectEqual(station.run("a"), .failed(RunFailure(.signal(SIGTERM), "ended by SIGTERM")))
    await expectEqual(station.run("b"), .succeeded)
    #expect(station.record("b")?.runs.last.exitCode == 130)
    #expect(station.output("b").contains("exit code 130, which is no failure"))
  }

  @Test(.slow) func `a Redis that hangs or is killed is started again`()
    async throws
  {
    try #require(
      FileManager.default.isExecutableFile(atPath: "/usr/bin/redis-server"),
      "redis-server is missing: apt install redis-server")
    let port = FreePorts.take()
    let ping = "run: [redis-cli, -p, '\(port)', ping]"
    let station = try station(
      """
      ready: { \(ping), timeout: 1m, every: 100ms }, \
      liveness: { \(ping), timeout: 5s, every: 100ms, failures: 2 }, \
      restart: { backoff: 10ms, limit: 1000 }, stop: { grace: 200ms }
      """,
      run: "echo $$; exec redis-server --port \(port) --save \"\" --bind 127.0.0.1 --enable-debug-command yes"
    )
    var restarts: Int { station.record("server")?.runs.restarts ?? 0 }
    station.interlocking.start("server")
    await station.wait { state(station) == .ready }
    for cycle in 0..<4 {
      // A busy machine can let it miss two probes by itself: what counts is that it comes back.
      let earlier = restarts
      if cycle.isMultiple(of: 2) {
        let process = try #require(station.output("server").compactMap { Int32($0) }.last)
        kill(process, SIGKILL)
      } else {
        let hang = Process()
        hang.executableURL = URL(filePath: "/usr/bin/redis-cli")
        hang.arguments = ["-p", "\(port)", "debug", "sleep", "1000"]
        hang.standardOutput = FileHandle.nullDevice
        hang.standardError = FileHandle.nullDevice
        try hang.run()
      }
      await station.wait { state(station) == .ready && restarts > earlier }
    }
    await station.end()
    await #expect(throws: (any Error).self) {
      try await SocketClient().connect(to: TCPProbe(host: "127.0.0.1", port: port))
    }
  }
}
