import Board
import Boundary
import TestSupport
import Testing

@testable import Jobs

@MainActor
@Suite(.timeLimit(.minutes(15))) struct CommandStopTests {
  /// A server that prints what it receives, and ends at SIGUSR1 only.
  private static func server(_ stop: String) -> String {
    """
      server:
        run: |
          trap 'echo got TERM' TERM; trap 'echo got INT' INT; trap 'exit 0' USR1
          echo started; while :; do sleep 1000 >/dev/null 2>&1 & wait; done
        stop: \(stop)
    """
  }

  private func started(_ stop: String) async throws -> LiveStation {
    let station = try LiveStation(Self.server(stop))
    station.interlocking.start("server")
    await station.wait { station.output("server").contains("started") }
    return station
  }

  @Test func `cancelling sends the signal of the board and shows the time that is left`() async throws {
    let station = try await started("{ signal: INT, grace: 10m }")
    station.interlocking.cancel("server")
    await station.wait { station.output("server").contains("got INT") }
    let left = try #require(station.record("server")?.stopEnd) - station.interlocking.station.now
    #expect(left > .seconds(500) && left <= .seconds(600))

    station.interlocking.cancel("server")
    await station.interlocking.waitUntilEnded()
    #expect(station.record("server")?.runs.last.result == .cancelled)
    #expect(station.record("server")?.stopEnd == nil)
  }

  @Test func `a box that leaves does not kill what is being stopped`() async throws {
    let station = try await started("{ grace: 10m }")
    station.interlocking.cancel("server")
    await station.wait { station.output("server").contains("got TERM") }
    station.interlocking.cancelAll()
    #expect(station.interlocking["server"]?.moment.isRunning == true)
    station.interlocking.cancel("server")
    await station.interlocking.waitUntilEnded()
  }

  @Test func `the stop command runs where the command runs and its output is kept`() async throws {
    let station = try await started(
      "{ command: 'echo stopping; kill -s USR1 $SIGNALBOX_PID', grace: 10m }")
    station.interlocking.cancel("server")
    await station.interlocking.waitUntilEnded()
    #expect(station.output("server").contains("stopping"))
    #expect(!station.output("server").contains("got TERM"))
  }

  @Test func `the output says why a stop command has failed`() async throws {
    let station = try await started("{ command: exit 3, signal: USR1, grace: 10m }")
    station.interlocking.cancel("server")
    await station.interlocking.waitUntilEnded()
    #expect(station.output("server").contains("stop command: exit code 3; sending SIGUSR1"))
  }

  @Test func `a command that times out is stopped in the same way`() async throws {
    let station = try LiveStation(
      Self.server("{ signal: USR1, grace: 10m }") + "\n    timeout: 200ms")
    await expectEqual(station.run("server"), .failed(RunFailure(.timedOut, "timed out after 200 ms")))
    #expect(station.record("server")?.stopEnd == nil)
  }

  @Test func `keys end a program on a terminal before a signal does`() async throws {
    let station = try LiveStation(
      """
        editor:
          run: |
            trap "echo got a signal" HUP TERM INT
            echo started
            read line
            for turn in 1 2 3 4 5 6 7 8 9 10; do sleep 0.05; done
            echo got $line
          terminal: full
          asks: never
          stop: { keys: [quit, enter], grace: 10m }
      """)
    station.interlocking.start("editor")
    await station.wait { station.output("editor").contains("started") }
    station.interlocking.cancel("editor")
    await station.interlocking.waitUntilEnded()
    #expect(station.output("editor").contains("got quit"))
    #expect(!station.output("editor").contains("got a signal"))
    #expect(station.record("editor")?.runs.last.result == .cancelled)
  }

  @Test func `a program that ignores the keys gets the signal after the grace period`() async throws {
    let station = try LiveStation(
      """
        editor:
          run: 'trap "echo got HUP; exit" HUP; echo started; while :; do sleep 0.01; done'
          terminal: full
          asks: never
          stop: { keys: q, grace: 300ms }
      """)
    station.interlocking.start("editor")
    await station.wait { station.output("editor").contains("started") }
    station.interlocking.cancel("editor")
    await station.interlocking.waitUntilEnded()
    #expect(station.record("editor")?.runs.last.result == .cancelled)
  }
}
