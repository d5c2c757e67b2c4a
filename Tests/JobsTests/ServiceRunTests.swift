import Board
import Boundary
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

/// Services with real programs.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ServiceRunTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A board with one service that prints its process and stays.
  private func station(
    _ options: String = "", run: String = "echo $$; exec sleep 1000", more: String = ""
  ) throws -> LiveStation {
    let text = """
        server:
          run: '\(run)'
          dir: \(scratch.path)
          service: true
      \(options.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
      \(more)
      """
    return try LiveStation(text)
  }

  private func state(_ station: LiveStation) -> ServiceState? { station.record("server")?.service }
  private func facts(_ station: LiveStation) -> ActionFacts? {
    station.interlocking["server"].map { $0.moment.facts(at: .zero) }
  }

  /// Waits for the process that the service has printed as its line with this number, starting from 0.
  private func process(_ number: Int, of station: LiveStation) async throws -> Int32 {
    await station.wait { station.output("server").compactMap { Int32($0) }.count > number }
    return station.output("server").compactMap { Int32($0) }[number]
  }

  private func isLoading(_ station: LiveStation) -> Bool {
    station.interlocking.station.activity.state.data.loading
  }

  @Test func `without a condition it is ready when its program runs`() async throws {
    let station = try station()
    station.interlocking.start("server")
    await station.wait { state(station) == .ready }
    #expect(facts(station)?.isReady == true)
    #expect(facts(station)?.isRunning == true)
    // Being ready is no activity.
    #expect(!isLoading(station))
    await station.end()
    #expect(station.record("server")?.runs.last.result == .cancelled)
    #expect(facts(station)?.isReady == false)
    #expect(facts(station)?.hasFailed == false && facts(station)?.hasSucceeded == false)
  }

  @Test func `a program that cannot start is never ready`() async throws {
    let station = try LiveStation(
      "  server: { run: [/nowhere/program], service: true, restart: { when: never }, ready: { delay: 1ms } }")
    guard case .failed(let reason) = await station.run("server") else {
      Issue.record("it has not failed")
      return
    }
    #expect(reason.message.hasPrefix("cannot start: "))
    #expect(!station.output("server").contains { $0.hasPrefix("ready") })
  }

  @Test func `it is ready when it has printed a line`() async throws {
    #expect(mkfifo(scratch.path + "/gate", 0o600) == 0)
    let station = try station(
      "ready: { line: 'listening on \\d+' }",
      run: "echo starting; read line < gate; echo now listening on 80; exec sleep 1000")
    station.interlocking.start("server")
    await station.wait { station.output("server").contains("starting") }
    #expect(state(station) == .starting)
    #expect(facts(station)?.isReady == false)
    #expect(isLoading(station))
    let gate = scratch.path + "/gate"
    Thread.detachNewThread { try? Data("go\n".utf8).write(to: URL(filePath: gate)) }
    await station.wait { state(station) == .ready }
    await station.end()
  }

  @Test func `it is ready when a connection succeeds`() async throws {
    let server = try LoopbackServer(.close)
    let station = try station("ready: { tcp: '127.0.0.1:\(server.port)' }")
    station.interlocking.start("server")
    await station.wait { state(station) == .ready }
    await station.end()
    withExtendedLifetime(server) {}
  }

  @Test func `a crash with restarts left is followed by a wait and is no error`() async throws {
    // States that do not last could be missed.
    let station = try station("restart: { backoff: 1h, limit: 2 }")
    station.interlocking.start("server")
    await station.wait { state(station) == .ready }
    kill(try await process(0, of: station), SIGKILL)
    await station.wait { if case .restarting(_?) = state(station) { true } else { false } }
    #expect(facts(station)?.isRunning == true && facts(station)?.isReady == false)
    #expect(facts(station)?.hasFailed == false)
    #expect(station.interlocking.station.errors.reports.data.isEmpty)
    await station.wait { station.record("server")?.runs.value == "ended by SIGKILL, restart 1 of 2" }
    #expect(isLoading(station))
    await station.end()
  }

  @Test func `it is started again after a crash`() async throws {
    let station = try station("restart: { backoff: 10ms, limit: 2 }")
    station.interlocking.start("server")
    kill(try await process(0, of: station), SIGKILL)
    _ = try await process(1, of: station)
    await station.wait { state(station) == .ready && facts(station)?.restarts == 1 }
    #expect(station.record("server")?.runs.count == 1)
    #expect(station.record("server")?.attemptCount == 2)
    await station.end()
  }

  @Test func `why it was started again is shown until it is ready`() async throws {
    let station = try station("restart: { backoff: 10ms, limit: 2 }", run: "exec sleep 1000")
    station.interlocking.start("server")
    await station.wait { state(station) == .ready }
    kill(try #require(station.interlocking["server"]?.leaders.first), SIGKILL)
    await station.wait { state(station) == .ready && facts(station)?.restarts == 1 }
    #expect(station.record("server")?.runs.value == nil)
    await station.end()
  }

  @Test func `it has failed when there were too many restarts`() async throws {
    let station = try station("restart: { backoff: 10ms, limit: 2 }", run: "exit 3")
    await expectEqual(
      station.run("server"), .failed(RunFailure(.exitCode(3), "exit code 3, after 2 restarts")))
    #expect(facts(station)?.hasFailed == true && facts(station)?.restarts == 2)
    #expect(station.record("server")?.runs.last.exitCode == 3)
    #expect(station.interlocking.station.errors.reports.data.count == 1)
    #expect(!isLoading(station))
  }

  @Test func `exit code 0 ends it with success unless it is always started again`() async throws {
    let once = try station(run: "exit 0")
    await expectEqual(once.run("server"), .succeeded)
    let always = try station("restart: { when: always, backoff: 10ms, limit: 1 }", run: "exit 0")
    await expectEqual(always.run("server"), .failed("exit code 0, after 1 restart"))
  }

  @Test(
    arguments: [
      ("run: [/nowhere/program]", "cannot start: "), ("run: no-such-program-at-all", "exit code 127"),
      ("run: exit 126", "exit code 126"),
      ("run: 'true', dir: /nowhere", "cannot start: cannot enter /nowhere"),
      ("run: 'true', env: { A: '${SIGNALBOX_NOT_SET}' }", "cannot start: env: "),
      ("run: 'true', ready: { http: 'http://localhost:${SIGNALBOX_NOT_SET}/' }", "cannot start: "),
      ("run: no-such-program-at-all, ready: { delay: 1ms }", "exit code 127"),
    ])
  func `what cannot get better by itself is not tried again`(work: String, reason: String) async throws {
    // On a busy machine the end of a program may be noticed after the usual minute.
    let restart = "when: always, backoff: 1ms, limit: 3, reset-after: 1h"
    let station = try LiveStation(
      "  server: { \(work), service: true, restart: { \(restart) } }")
    let result = await station.run("server")
    #expect(result?.failure?.contains(reason) == true, "\(String(describing: result))")
    #expect(station.record("server")?.runs.restarts == 0)
    #expect(station.record("server").map { $0.attemptCount <= 1 } == true)
  }

  @Test func `the codes of a shell are those of any program when it was ready, or is no shell`() async throws
  {
    let ready = try station(
      "ready: { line: up }\nrestart: { backoff: 10ms, limit: 2 }", run: "echo up; read line < gate; exit 127")
    #expect(mkfifo(scratch.path + "/gate", 0o600) == 0)
    ready.interlocking.start("server")
    for count in 0...2 {
      await ready.wait { facts(ready)?.isReady == true && facts(ready)?.restarts == count }
      try Data("go\n".utf8).write(to: URL(filePath: scratch.path + "/gate"))
    }
    await ready.wait { ready.record("server")?.runs.last.result != nil }
    #expect(
      ready.record("server")?.runs.last.result
        == .failed(RunFailure(.exitCode(127), "up · exit code 127, after 2 restarts")))
    let program = try LiveStation(
      "  server: { run: [sh, -c, exit 127], service: true, restart: { backoff: 10ms, limit: 1 } }")
    await expectEqual(
      program.run("server"), .failed(RunFailure(.exitCode(127), "exit code 127, after 1 restart")))
  }

  @Test func `a person ends the wait for a restart`() async throws {
    let station = try station("restart: { backoff: 1h }", run: "exit 3")
    station.interlocking.start("server")
    await station.wait { if case .restarting(_?) = state(station) { true } else { false } }
    station.interlocking.cancel("server")
    await station.interlocking.waitUntilEnded()
    #expect(station.record("server")?.runs.last.result == .cancelled)
    #expect(!isLoading(station))
  }

  @Test func `it has recovered when it is ready after it had failed`() async throws {
    let station = try station(
      "restart: { when: never }\nnotify: { when: [failed, recovered, succeeded], bell: true }",
      run: "test -e good || exit 3; exec sleep 1000")
    let notices = Recorded<NotifyPolicy.Change>()
    let owner = NoticeSender(station.interlocking) { notices.append($0.change) }
    await expectEqual(station.run("server"), .failed(RunFailure(.exitCode(3), "exit code 3")))
    #expect(station.interlocking.station.errors.reports.data.count == 1)
    try scratch.write("", to: "good")
    station.interlocking.start("server")
    await station.wait { state(station) == .ready }
    await station.wait { station.interlocking.station.errors.reports.data.isEmpty }
    await station.end()
    while notices.values.count < 2 { await Task.yield() }
    #expect(notices.values == [.failed, .recovered])
    owner.close()
  }

  @Test func `a service that does not answer is stopped and started again`() async throws {
    let station = try station(
      """
      ready: { delay: 1ms }
      liveness: { tcp: '127.0.0.1:1', every: 100ms, failures: 2 }
      restart: { backoff: 1h }
      """)
    station.interlocking.start("server")
    let process = try await process(0, of: station)
    await station.wait { if case .restarting(_?) = state(station) { true } else { false } }
    #expect(kill(process, 0) != 0)
    await station.wait { station.record("server")?.runs.value == "it did not answer 2 times, restart 1 of 5" }
    #expect(station.output("server").contains { $0.hasPrefix("liveness: ") && $0.hasSuffix("(2 of 2)") })
    await station.end()
  }

  @Test func `guards let others start when it is ready`() async throws {
    let station = try station(
      "ready: { line: ready }", run: "exec sleep 1000",
      more: "  test: { run: 'true', enabled-if: server.ready }")
    station.interlocking.start("server")
    await station.wait { state(station) == .starting }
    #expect(station.interlocking.start("test").refusal == "needs server.ready")
    await station.end()
  }

  @Test func `a probe has the variables of the command of its service`() async throws {
    let server = try LoopbackServer(.close)
    let file = try scratch.write("HOST=127.0.0.1", to: "variables")
    let options = """
      env: { PORT: '\(server.port)' }
      env-file: \(file)
      ready: { tcp: '${HOST}:${PORT}' }
      liveness: { tcp: { host: '${HOST}', port: '${PORT}' } }
      """
    let station = try station(options)
    let run = Task { await station.run("server") }
    await station.wait { self.facts(station)?.isReady == true }
    #expect(facts(station)?.isReady == true)
    await station.end()
    _ = await run.value
  }
}
