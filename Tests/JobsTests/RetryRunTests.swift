import Board
import Boundary
import Programs
import SignalboxCore
import SignalboxTesting
import Testing

@testable import Jobs

@MainActor
@Suite(.timeLimit(.minutes(15))) struct RetryRunTests {
  private static let flaky = """
      load: { simulate: { duration: 1s, steps: 2, fail-every: 1, failure: no luck },
              retry: { attempts: 3, backoff: 2s..3s } }
    """

  @Test func `a failure is followed by a wait and another attempt`() throws {
    let station = try VirtualStation(Self.flaky)
    station.start("load")
    station.advance(by: .seconds(1))
    #expect(station.phase("load") == .running)
    #expect(station.record("load")?.runs.value == "retry 2 of 3 in 2.0 s")
    #expect(station.record("load")?.runs.fraction == nil)
    #expect(station.errors == [])

    station.advance(by: .seconds(2))
    #expect(station.record("load")?.runs.value == "retry 2 of 3")
    station.advance(by: .seconds(1))
    #expect(station.record("load")?.runs.value == "retry 3 of 3 in 3.0 s")

    station.advance(by: .seconds(4))
    #expect(station.phase("load") == .failed)
    #expect(station.record("load")?.runs.last.duration == .seconds(8))
    #expect(station.record("load")?.runs.count == 1)
    #expect(station.errors == ["no luck"])
  }

  @Test func `every attempt is marked in the output`() throws {
    let station = try VirtualStation(Self.flaky)
    station.start("load")
    station.advance(by: .seconds(20))
    let marks = station.interlocking["load"]?.output.snapshot().filter {
      $0.kind == .retry || $0.kind == .startByPerson
    }
    #expect(marks?.map(\.text) == ["run 1 started", "retry 2 of 3", "retry 3 of 3"])
    #expect(station.interlocking["load"]?.output.snapshot().last?.kind == .failure)
  }

  @Test func `the first success ends the run`() throws {
    let station = try VirtualStation(
      "  load: { simulate: { duration: 1s, fail-every: 2 }, retry: { attempts: 5, backoff: 1s } }")
    station.start("load")
    station.advance(by: .seconds(1))
    station.start("load")
    station.advance(by: .seconds(1))
    #expect(station.phase("load") == .running)
    station.advance(by: .seconds(2))
    #expect(station.phase("load") == .succeeded)
    #expect(station.record("load")?.attemptCount == 3)
    #expect(station.errors == [])
  }

  @Test func `jitter shortens a wait by a quarter at most`() throws {
    let station = try VirtualStation(Self.flaky, random: 0.5)
    station.start("load")
    station.advance(by: .seconds(1))
    #expect(station.record("load")?.runs.value == "retry 2 of 3 in 1.7 s")
    station.advance(by: .milliseconds(1_749))
    #expect(station.record("load")?.attemptCount == 1)
    station.advance(by: .milliseconds(1))
    #expect(station.record("load")?.attemptCount == 2)
  }

  @Test func `cancelling ends the wait at once`() throws {
    let station = try VirtualStation(Self.flaky)
    station.start("load")
    station.advance(by: .milliseconds(1_500))
    station.cancel("load")
    #expect(station.phase("load") == .cancelled)
    #expect(station.record("load")?.runs.last.duration == .milliseconds(1_500))
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `the time limit is that of an attempt`() throws {
    let station = try VirtualStation(
      "  load: { simulate: { duration: 5s }, timeout: 2s, retry: { attempts: 2, backoff: 1s } }")
    station.start("load")
    station.advance(by: .seconds(2))
    #expect(station.record("load")?.runs.value == "retry 2 of 2 in 1.0 s")
    station.advance(by: .seconds(3))
    #expect(
      station.record("load")?.runs.last.result == .failed(RunFailure(.timedOut, "timed out after 2.0 s")))
    #expect(station.record("load")?.runs.last.duration == .seconds(5))
  }

  @Test func `nothing is on the network during a wait`() throws {
    let station = try VirtualStation(Self.flaky)
    station.start("load")
    #expect(station.interlocking.station.network.activeRequestCount.data == 1)
    station.advance(by: .seconds(1))
    #expect(station.interlocking.station.network.activeRequestCount.data == 0)
    #expect(station.interlocking.station.activity.state.data.loading)
  }

  @Test(arguments: ["[/nowhere/program]", "no-such-program-at-all"])
  func `what cannot get better by itself is not tried again`(program: String) async throws {
    let station = try LiveStation("  load: { run: \(program), retry: { attempts: 3, backoff: 1ms } }")
    #expect(await station.run("load")?.failure != nil)
    #expect(station.record("load")?.attemptCount == 1)
  }
}
