import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing

@testable import Jobs

/// Replacing a board that is at work.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct InterlockingChangeTests {
  @Test func `unchanged jobs are left alone`() throws {
    let station = try VirtualStation("  build: { simulate: { duration: 2s, value: done } }")
    station.start("build")
    let job = station.interlocking["build"]
    station.advance(by: .seconds(1))

    let difference = try station.take(
      "  build: { simulate: { duration: 2s, value: done } }\n  test: { simulate: { duration: 1s } }")

    #expect(difference.description == "1 action added")
    #expect(station.interlocking["build"] === job)
    #expect(station.phase("build") == .running)
    station.advance(by: .seconds(1))
    #expect(station.phase("build") == .succeeded)
    #expect(station.start("test").refusal == nil)
  }

  @Test func `a result and an output survive a new title`() throws {
    let station = try VirtualStation("  build: { simulate: { duration: 2s, value: done } }")
    station.start("build")
    station.advance(by: .seconds(2))

    try station.take(
      """
        build: { title: Build it, simulate: { duration: 2s, value: done } }
        test: { simulate: { duration: 1s }, enabled-if: build.succeeded && build.value == "done" }
      """)

    #expect(station.interlocking["build"]?.definition.title == "Build it")
    #expect(station.output("build") == ["run 1 started", "done", "succeeded after 2.0 s"])
    #expect(station.start("test").refusal == nil)
    station.start("build")
    #expect(station.output("build").contains("run 2 started"))
  }

  @Test func `changed work begins without a result and without an error`() throws {
    let station = try VirtualStation("  build: { simulate: { duration: 1s, fail-every: 1 } }")
    station.start("build")
    station.advance(by: .seconds(1))
    #expect(station.errors == ["simulated failure"])

    try station.take("  build: { simulate: { duration: 2s } }")

    #expect(station.phase("build") == .idle)
    #expect(station.facts("build")?.isIdle == true)
    #expect(station.errors == [])
    #expect(station.output("build") == ["run 1 started", "failed after 1.0 s: simulated failure"])
  }

  @Test func `a job that is changed while it runs continues and is replaced afterwards`() throws {
    let station = try VirtualStation("  build: { simulate: { duration: 2s }, while-running: restart }")
    station.start("build")

    try station.take("  build: { simulate: { duration: 5s }, while-running: restart }")

    #expect(station.interlocking.pendingChange(of: "build") == .replacement)
    #expect(station.start("build").refusal == "still runs as the board had it before")
    #expect(station.facts("build")?.isRunning == true)
    station.advance(by: .seconds(2))
    #expect(station.interlocking.pendingChange(of: "build") == nil)
    #expect(station.output("build").last == "succeeded after 2.0 s")
    #expect(station.phase("build") == .idle)

    station.start("build")
    station.advance(by: .seconds(4))
    #expect(station.phase("build") == .running)
    station.advance(by: .seconds(1))
    #expect(station.phase("build") == .succeeded)
  }

  @Test func `a queued run still begins`() throws {
    let station = try VirtualStation("  build: { simulate: { duration: 1s }, while-running: queue }")
    for _ in 1...3 { station.start("build") }

    try station.take("  build: { title: New, simulate: { duration: 1s }, while-running: queue }")
    station.advance(by: .seconds(3))

    #expect(station.record("build")?.runs.count == 3)
    #expect(station.interlocking["build"]?.definition.title == "New")
  }

  @Test func `a change that is reverted before the end of the run has no effect`() throws {
    let old = "  build: { simulate: { duration: 2s } }"
    let station = try VirtualStation(old)
    station.start("build")
    let job = station.interlocking["build"]

    try station.take("  build: { simulate: { duration: 5s } }")
    try expectEqual(station.take(old).description, "1 action changed")

    #expect(station.interlocking.pendingChange(of: "build") == nil)
    station.advance(by: .seconds(2))
    #expect(station.phase("build") == .succeeded)
    #expect(station.interlocking["build"] === job)
  }

  @Test func `a job that is removed while it runs stays until its end`() throws {
    let station = try VirtualStation(
      "  a: { simulate: { duration: 1s } }\n  b: { simulate: { duration: 2s, fail-every: 1 } }")
    station.start("b")

    try station.take("  c: { simulate: { duration: 1s }, enabled-if: '!errors.any' }")

    #expect(station.interlocking.jobs.map(\.id) == ["c", "b"])
    #expect(station.interlocking.pendingChange(of: "b") == .removal)
    #expect(station.interlocking.running.map(\.id) == ["b"])
    #expect(station.start("b").refusal == "is no longer on the board and still runs")
    #expect(station.start("a").refusal == "there is no such action")
    station.advance(by: .seconds(2))
    #expect(station.interlocking.jobs.map(\.id) == ["c"])
    #expect(station.errors == [])
    #expect(station.start("c").refusal == nil)
  }

  @Test func `cancelling all includes removed jobs`() throws {
    let station = try VirtualStation(
      "  a: { simulate: { duration: 9s } }\n  b: { simulate: { duration: 9s } }")
    station.start("a")
    station.start("b")
    try station.take("  b: { simulate: { duration: 1s } }")

    station.interlocking.cancelAll()
    station.advance(by: .seconds(1))

    #expect(station.interlocking.running.isEmpty)
    #expect(station.interlocking.jobs.map(\.id) == ["b"])
    #expect(station.interlocking["b"]?.definition == station.interlocking.board["b"])
    #expect(station.scheduler.pendingCount == 0)
  }

  @Test func `the error of a removed job is cleared`() throws {
    let station = try VirtualStation(
      "  a: { simulate: { duration: 1s, fail-every: 1 } }\n  b: { simulate: { duration: 1s } }")
    station.start("a")
    station.advance(by: .seconds(1))
    try station.take("  b: { simulate: { duration: 1s } }")
    #expect(station.errors == [])
    #expect(station.interlocking["a"] == nil)
  }

  @Test func `a changed guard applies at once`() throws {
    let station = try VirtualStation(
      "  a: { simulate: { duration: 1s } }\n  b: { simulate: { duration: 1s } }")
    try station.take(
      "  a: { simulate: { duration: 1s } }\n  b: { simulate: { duration: 1s }, enabled-if: a.succeeded }")
    #expect(station.interlocking.verdict(on: "b").description == "needs a.succeeded")
    #expect(station.start("b").refusal == "needs a.succeeded")
  }

  @Test func `the guards of two boards cannot form a cycle`() throws {
    let station = try VirtualStation(
      """
        a: { simulate: { duration: 9s }, while-running: concurrent, enabled-if: b.enabled }
        b: { simulate: { duration: 1s } }
      """)
    station.start("a")
    try station.take(
      """
        a: { simulate: { duration: 8s }, while-running: concurrent }
        b: { simulate: { duration: 1s }, enabled-if: '!a.enabled' }
      """)
    var turns = 0
    station.interlocking.onChange = { turns += 1 }
    station.advance(by: .zero)
    #expect(turns <= 3)
    #expect(station.interlocking.verdict(on: "b").isPassing)
    station.advance(by: .seconds(9))
    #expect(station.interlocking.verdict(on: "b").description == "needs not a.enabled")
  }

  @Test func `network delays and the title are replaced`() throws {
    let station = try VirtualStation("  a: { simulate: { duration: 9s } }")
    station.interlocking.take(
      try Board.parse(
        """
        title: New
        network: { start-delay: 3s, completion-delay: 4s, minimum-visible: 5s }
        actions: { a: { simulate: { duration: 9s } } }
        """, file: "test.yml"))
    let network = station.interlocking.station.network
    #expect(network.startDelay == .seconds(3))
    #expect(network.completionDelay == .seconds(4))
    #expect(network.minimumVisibleTime == .seconds(5))
    #expect(station.interlocking.board.title == "New")
  }

  @Test func `a change is published and the old job is released`() throws {
    let station = try VirtualStation("  a: { simulate: { duration: 1s } }")
    station.start("a")
    station.advance(by: .seconds(1))
    weak let old = station.interlocking["a"]
    var turns = 0
    station.interlocking.onChange = { turns += 1 }

    try station.take("  a: { title: New, simulate: { duration: 1s } }")
    station.advance(by: .zero)

    #expect(turns >= 1)
    #expect(old == nil)
  }
}

extension VirtualStation {
  /// Replaces the board and runs everything that is due now.
  @discardableResult
  func take(_ actions: String) throws -> BoardDifference {
    defer { scheduler.advance() }
    return interlocking.take(try Board.parse("actions:\n" + actions, file: "test.yml"))
  }
}
