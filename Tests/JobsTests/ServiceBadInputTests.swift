import Board
import Boundary
import Foundation
import TestSupport
import Testing

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Services and probes that do what they should not.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ServiceBadInputTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func number(in name: String) -> Int32? {
    (try? String(contentsOfFile: "\(scratch.path)/\(name)", encoding: .utf8)).flatMap {
      Int32($0.filter(\.isNumber))
    }
  }

  /// Waits until a condition holds that causes no change of the board.
  private func poll(until holds: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(100)
    while !holds(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }

  @Test(arguments: [("exit 3", "exit code 3"), ("kill -KILL $$", "ended by SIGKILL")])
  func `a service that is ready and dies at once lets nothing start afterwards`(end: String, words: String)
    async throws
  {
    let station = try LiveStation(
      """
        server:
          run: echo up; \(end)
          service: true
          ready: { line: up }
          restart: { backoff: 1ms, limit: 20, reset-after: 1h }
        client: { run: 'true', enabled-if: server.ready }
      """)
    let outcome = await station.run("server")
    #expect(
      outcome?.message?.hasSuffix("\(words), after 20 restarts") == true, "\(String(describing: outcome))")
    #expect(station.record("server")?.attemptCount == 21)
    #expect(station.record("server")?.service == nil)
    #expect(station.interlocking.verdict(on: "client").isPassing == false)
    #expect(station.interlocking.running.isEmpty)
  }

  @Test func `a service that is restarted after it was ready is not ready while it waits`() async throws {
    let station = try LiveStation(
      """
        server:
          run: echo up; exit 3
          service: true
          ready: { line: up }
          restart: { backoff: 1h }
        client: { run: 'true', enabled-if: server.ready }
      """)
    station.interlocking.start("server")
    await station.wait {
      if case .restarting(_?) = station.record("server")?.service { true } else { false }
    }
    #expect(station.interlocking.verdict(on: "client").isPassing == false)
    await station.end()
  }

  @Test func `a liveness probe that never ends, floods and ignores signals is killed and has failed`()
    async throws
  {
    let probe = #"trap "" TERM INT HUP; echo $$ > probe; echo last words; while :; do echo flood; done"#
    let station = try LiveStation(
      """
        server:
          run: exec sleep 1000
          dir: \(scratch.path)
          service: true
          liveness: { run: '\(probe)', timeout: 300ms, every: 100ms, failures: 1 }
          restart: { backoff: 1h }
      """)
    station.interlocking.start("server")
    await station.wait {
      if case .restarting(_?) = station.record("server")?.service { true } else { false }
    }
    let lines = station.output("server")
    #expect(lines.contains("liveness: probe: timed out after 300 ms (1 of 1)"), "\(lines.suffix(5))")
    // Of what it has printed, ten lines are shown.
    #expect(lines.count { $0.hasPrefix("liveness: flood") } <= 10)
    if let process = number(in: "probe") { #expect(kill(process, 0) != 0, "the probe is left") }
    await station.end()
  }

  @Test(.slow) func `what a probe leaves in its process group is ended`() async throws {
    let station = try LiveStation(
      """
        server:
          run: exec sleep 1000
          dir: \(scratch.path)
          service: true
          ready: { run: 'sleep 1000 & echo $! > child; exit 0', timeout: 1m }
      """)
    station.interlocking.start("server")
    await station.wait { station.record("server")?.service == .ready }
    let child = try #require(number(in: "child"))
    // Who has taken its parent's place reaps it.
    await poll { kill(child, 0) != 0 }
    #expect(kill(child, 0) != 0, "a process of the probe is left")
    await station.end()
  }

  @Test func `an end during a probe ends the probe`() async throws {
    let station = try LiveStation(
      """
        server:
          run: exec sleep 1000
          dir: \(scratch.path)
          service: true
          ready: { run: 'trap "" TERM INT; echo $$ > probe.new; mv probe.new probe; while :; do sleep 0.05; done', timeout: 1h }
      """)
    station.interlocking.start("server")
    await poll { number(in: "probe") != nil }
    let probe = try #require(number(in: "probe"))
    await station.end()
    #expect(kill(probe, 0) != 0, "the probe is left")
    #expect(station.record("server")?.runs.last.result == .cancelled)
  }
}
