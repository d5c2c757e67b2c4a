import Board
import Boundary
import FlyingFox
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

/// Whole boards with probes of servers on the loopback interface, in real time.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct LiveProbeTests {
  @Test func `an HTTP probe succeeds or explains its failure`() async throws {
    try await withWebServer { request in
      request.path == "/health"
        ? HTTPResponse(statusCode: .ok, body: Data("healthy\n".utf8)) : HTTPResponse(statusCode: .notFound)
    } _: { port in
      let station = try LiveStation(
        """
          good: { http: { url: 'http://127.0.0.1:\(port)/health', contains: healthy } }
          bad: { http: 'http://127.0.0.1:\(port)/nothing' }
        """)
      await expectEqual(station.run("good"), .succeeded)
      #expect(station.record("good")?.runs.value == "healthy")
      await expectEqual(station.run("bad"), .failed("status 404, not 200-299"))
      #expect(station.interlocking.station.network.activeRequestCount.data == 0)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the JSON and the duration of a real answer are checked`() async throws {
    try await withWebServer { request in
      if request.path == "/slow" { try await Task.sleep(for: .milliseconds(60)) }
      return HTTPResponse(statusCode: .ok, body: Data(#"{"status": "ok", "queue": 7}"#.utf8))
    } _: { port in
      let address = "url: 'http://127.0.0.1:\(port)"
      let station = try LiveStation(
        """
          good: { http: { \(address)/', json: { $.status: ok, $.queue: 7 } } }
          full: { http: { \(address)/', json: { $.queue: 0 } } }
          slow: { http: { \(address)/slow', slower-than: 50ms } }
        """)
      await expectEqual(station.run("good"), .succeeded)
      await expectEqual(station.run("full"), .failed("$.queue is 7, not 0"))
      // On a busy machine it takes seconds.
      let failure = await station.run("slow")?.failure
      #expect(failure?.hasSuffix("s, slower than 50 ms") == true, "\(failure ?? "")")
    }
  }

  @Test func `every failure has a short message`() async throws {
    let busy = try BusyPort()
    let stalling = try LoopbackServer(.stall("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"))
    let resetting = try LoopbackServer(.reset)
    try await withClosedPort { closed in
      let station = try LiveStation(
        """
          refused: { tcp: { host: 127.0.0.1, port: \(closed), timeout: 200s } }
          late: { tcp: { host: 127.0.0.1, port: \(busy.port), timeout: 50ms } }
          nobody: { http: { url: 'http://127.0.0.1:\(closed)', timeout: 200s } }
          slow: { http: { url: 'http://127.0.0.1:\(stalling.port)', timeout: 50ms } }
          broken: { http: { url: 'http://127.0.0.1:\(resetting.port)', timeout: 200s } }
        """)
      await expectEqual(station.run("refused"), .failed("connection refused"))
      await expectEqual(station.run("late"), .failed(RunFailure(.timedOut, "timed out after 50 ms")))
      await expectEqual(station.run("nobody"), .failed("connection refused"))
      await expectEqual(station.run("slow"), .failed(RunFailure(.timedOut, "timed out after 50 ms")))
      await expectEqual(station.run("broken"), .failed("connection closed without an answer"))
    }
  }

  @Test func `a probe repeats until its failures count`() async throws {
    try await withClosedPort { port in
      let station = try LiveStation(
        "  web: { tcp: '127.0.0.1:\(port)', every: 100ms, failures-before-error: 2, quiet: true }")
      station.interlocking.startRepeats()
      await station.wait { station.record("web")?.runs.last.result == .failed("connection refused") }
      #expect(station.record("web")?.failuresInARow ?? 0 >= 2)
      await station.end()
    }
  }

  @Test func `a command is retried in real time`() async throws {
    let scratch = try Scratch()
    let station = try LiveStation(
      """
        flaky:
          run: 'test -e \(scratch.path)/seen || { touch \(scratch.path)/seen; exit 1; }'
          retry: { attempts: 2, backoff: 10ms }
      """)
    await expectEqual(station.run("flaky"), .succeeded)
    #expect(station.record("flaky")?.attemptCount == 2)
  }

  @Test func `a button passes its input to the command`() async throws {
    let station = try LiveStation(
      "  deploy: { run: 'echo to $INPUT', buttons: [{ title: A, input: staging }, { title: B, input: live }] }"
    )
    await expectEqual(station.run("deploy", input: "live"), .succeeded)
    #expect(station.record("deploy")?.runs.value == "to live")
    #expect(station.record("deploy")?.runs.input == "live")
  }
}
