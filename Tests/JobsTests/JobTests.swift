import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing

@testable import Jobs

@MainActor
@Suite(.timeLimit(.minutes(15))) struct JobTests {
  @Test func `a run that fails reports an error that a success clears`() throws {
    let station = try VirtualStation(
      "  upload: { simulate: { duration: 1s, fail-every: 2, failure: the server hung up } }")
    station.start("upload")
    station.advance(by: .seconds(1))
    #expect(station.phase("upload") == .succeeded)

    station.start("upload")
    station.advance(by: .seconds(1))
    #expect(station.phase("upload") == .failed)
    let report = try #require(station.interlocking.station.errors.reports.data.first)
    #expect("\(report.error)" == "the server hung up")
    #expect(report.source == "upload")

    station.start("upload")
    station.advance(by: .seconds(1))
    #expect(station.interlocking.station.errors.reports.data.isEmpty)
  }

  @Test func `cancelling is neither success nor error`() throws {
    let station = try VirtualStation("  load: { simulate: { duration: 5s, requests: 2 } }")
    station.start("load")
    station.advance(by: .seconds(2))
    station.cancel("load")
    #expect(station.phase("load") == .cancelled)
    #expect(station.snapshot("load")?.record.runs.last.duration == .seconds(2))
    #expect(station.interlocking.station.errors.current.data == nil)
    #expect(station.interlocking.station.network.activeRequestCount.data == 0)
    #expect(station.interlocking.station.activity.state.data.loading == false)
  }

  @Test func `progress and value are shown by the activity and the snapshot`() throws {
    let station = try VirtualStation(
      "  load: { title: Load, simulate: { duration: 4s, steps: 4, value: page } }")
    station.start("load")
    station.advance(by: .seconds(1))
    let shown = station.interlocking.station.activity.state.data.associatedValue
    #expect(shown == JobActivity(id: "load", title: "Load", value: "page", fraction: 0.25, progress: "1/4"))
    #expect(station.snapshot("load")?.record.runs.fraction == 0.25)
    station.advance(by: .seconds(3))
    #expect(station.snapshot("load")?.record.runs.fraction == nil)
    #expect(station.output("load") == ["run 1 started", "page", "step 4/4", "succeeded after 4.0 s"])
  }

  @Test func `a run that takes too long fails`() throws {
    let station = try VirtualStation("  load: { simulate: { duration: 5s }, timeout: 2s }")
    station.start("load")
    station.advance(by: .seconds(2))
    #expect(station.phase("load") == .failed)
    #expect(
      station.snapshot("load")?.record.runs.last.result
        == .failed(RunFailure(.timedOut, "timed out after 2.0 s")))
  }

  @Test func `queued runs follow each other`() throws {
    let station = try VirtualStation("  load: { simulate: { duration: 1s }, while-running: queue }")
    for _ in 1...3 { station.start("load") }
    #expect(station.snapshot("load")?.state.waiting == 2)
    station.advance(by: .seconds(3))
    #expect(station.snapshot("load")?.record.runs.count == 3)
    #expect(station.phase("load") == .succeeded)
  }

  @Test func `cancelling removes queued runs`() throws {
    let station = try VirtualStation("  load: { simulate: { duration: 1s }, while-running: queue }")
    for _ in 1...3 { station.start("load") }
    station.cancel("load")
    station.advance(by: .seconds(10))
    #expect(station.snapshot("load")?.record.runs.count == 1)
    #expect(station.phase("load") == .cancelled)
  }

  @Test func `a job is being cancelled until its last run has ended`() async throws {
    let station = try LiveStation(
      #"""
        slow:
          run: trap 'sleep 0.2; exit 1' TERM; echo ready; while :; do sleep 0.01; done
          while-running: restart
      """#)
    let job = try #require(station.interlocking["slow"])
    station.interlocking.start("slow")
    #expect(!job.moment.isCancelling)
    await station.wait { station.output("slow").contains("ready") }
    job.cancel()
    #expect(job.moment.isCancelling)
    #expect(job.moment.isRunning)
    // A restart that waits for the end of the run can be cancelled too.
    station.interlocking.start("slow")
    #expect(!job.moment.isCancelling)
    job.cancel()
    #expect(job.moment.isCancelling)
    await job.waitUntilEnded()
    #expect(!job.moment.isRunning)
    #expect(!job.moment.isCancelling)
    #expect(job.moment.record.runs.count == 1)
  }

  @Test func `restarting ends the previous run`() throws {
    let station = try VirtualStation("  load: { simulate: { duration: 3s }, while-running: restart }")
    station.start("load")
    station.advance(by: .seconds(2))
    station.start("load")
    station.advance(by: .seconds(2))
    #expect(station.phase("load") == .running)
    #expect(station.snapshot("load")?.record.present.map(\.start) == [.seconds(2)])
    station.advance(by: .seconds(1))
    #expect(station.phase("load") == .succeeded)
    #expect(
      station.output("load") == [
        "run 1 started", "cancelled after 2.0 s", "run 2 started", "succeeded after 3.0 s",
      ])
  }

  @Test func `concurrent runs are counted`() throws {
    let station = try VirtualStation("  load: { simulate: { duration: 3s }, while-running: concurrent }")
    station.start("load")
    station.advance(by: .seconds(1))
    station.start("load")
    #expect(station.snapshot("load")?.record.present.map(\.start) == [.zero, .seconds(1)])
    station.advance(by: .seconds(2))
    #expect(station.phase("load") == .running)
    station.advance(by: .seconds(1))
    #expect(station.phase("load") == .succeeded)
  }

  @Test func `a real command is read for progress and status`() async throws {
    let station = try VirtualStation(
      #"""
        build:
          run: printf '[1/4] one\n[4/4] four\n'; exit 3
          progress: '\[(\d+)/(\d+)\]'
          status: '\] (.*)'
      """#)
    let job = try #require(station.interlocking["build"])
    let values = Recorded<JobSnapshot>()
    job.snapshot.observe(owner: station) { values.append($0) }
    station.start("build")
    while job.snapshot.data.isRunning {
      station.scheduler.advance()
      await Task.yield()
    }
    #expect(values.values.contains { $0.record.runs.fraction == 1 && $0.record.runs.value == "four" })
    #expect(
      job.snapshot.data.record.runs.last.result
        == .failed(RunFailure(.exitCode(3), "[4/4] four · exit code 3")))
    #expect(
      station.output("build").dropLast() == ["run 1 started", "[1/4] one", "[4/4] four"])
  }
}
