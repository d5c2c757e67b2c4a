import Board
import Boundary
import SignalboxCore
import SignalboxTesting
import Testing

@testable import Jobs

@MainActor
@Suite(.timeLimit(.minutes(15))) struct InterlockingTests {
  @Test func `a guard unlocks when the action that it depends on has succeeded`() throws {
    let station = try VirtualStation(
      """
        build: { simulate: { duration: 2s } }
        test: { simulate: { duration: 1s }, enabled-if: build.succeeded }
      """)

    #expect(station.start("test").refusal == "needs build.succeeded")
    #expect(station.snapshot("test")?.state.enabled == false)

    station.start("build")
    #expect(station.phase("build") == .running)
    #expect(station.start("test").refusal == "needs build.succeeded")

    station.advance(by: .seconds(2))
    #expect(station.phase("build") == .succeeded)
    #expect(station.snapshot("test")?.state.enabled == true)
    #expect(station.start("test").refusal == nil)
    #expect(station.phase("test") == .running)
  }

  @Test func `a new run clears the result of the last one`() throws {
    let station = try VirtualStation(
      """
        build: { simulate: { duration: 2s } }
        test: { simulate: { duration: 1s }, enabled-if: build.succeeded }
      """)
    station.start("build")
    station.advance(by: .seconds(2))

    station.start("build")

    #expect(station.start("test").refusal == "needs build.succeeded")
  }

  @Test func `two presses in one turn cannot both pass a guard that only one may`() throws {
    let station = try VirtualStation(
      """
        up: { simulate: { duration: 1s }, enabled-if: "!down.running" }
        down: { simulate: { duration: 1s }, enabled-if: "!up.running" }
      """)

    let first = station.interlocking.start("up")
    let second = station.interlocking.start("down")

    #expect(first.refusal == nil)
    #expect(second.refusal == "needs not up.running")
    station.advance(by: .seconds(1))
    #expect(station.phase("up") == .succeeded)
    #expect(station.phase("down") == .idle)
  }

  @Test func `a start of a running action is refused with the reason`() throws {
    let station = try VirtualStation("  build: { simulate: { duration: 2s } }")
    station.start("build")
    #expect(station.start("build").refusal == "is running")
  }

  @Test func `a chain of guards over enabled settles in one turn`() throws {
    let station = try VirtualStation(
      """
        third: { simulate: { duration: 1s }, enabled-if: second.enabled }
        second: { simulate: { duration: 1s }, enabled-if: first.enabled }
        first: { simulate: { duration: 1s }, enabled-if: gate.succeeded }
        gate: { simulate: { duration: 1s } }
      """)
    #expect(station.snapshot("third")?.state.enabled == false)
    station.start("gate")
    station.advance(by: .seconds(1))
    #expect(station.snapshot("third")?.state.enabled == true)
  }

  @Test func `guards are evaluated when network or errors change`() throws {
    let station = try VirtualStation(
      """
        load: { simulate: { duration: 2s, requests: 2 } }
        fail: { simulate: { duration: 1s, fail-every: 1 }, error: { reset: 3s } }
        quiet: { simulate: { duration: 1s }, enabled-if: "!network.busy" }
        calm: { simulate: { duration: 1s }, enabled-if: "!errors.any" }
      """)
    station.start("load")
    #expect(station.interlocking.verdict(on: "quiet").description == "needs not network.busy")
    station.advance(by: .seconds(2))
    #expect(station.interlocking.verdict(on: "quiet").isPassing)

    station.start("fail")
    station.advance(by: .seconds(1))
    #expect(station.interlocking.verdict(on: "calm").description == "needs not errors.any")
    station.advance(by: .seconds(3))
    #expect(station.interlocking.verdict(on: "calm").isPassing)
  }

  @Test func `many changes are published once`() throws {
    let station = try VirtualStation(
      """
        a: { simulate: { duration: 1s, steps: 4, requests: 3 } }
        b: { simulate: { duration: 1s, steps: 4, requests: 3 } }
      """)
    var turns = 0
    station.interlocking.onChange = { turns += 1 }
    _ = station.interlocking.start("a")
    _ = station.interlocking.start("b")
    station.scheduler.advance()
    #expect((1...3).contains(turns))
  }

  @Test func `a policy with a limit refuses starts beyond it`() throws {
    let station = try VirtualStation(
      """
        line: { simulate: { duration: 1s }, while-running: { queue: 2 } }
        crowd: { simulate: { duration: 1s }, while-running: { concurrent: 2 } }
      """)
    for _ in 1...3 { #expect(station.start("line").refusal == nil) }
    #expect(station.start("line").refusal == "is running, with 2 waiting")
    for _ in 1...2 { #expect(station.start("crowd").refusal == nil) }
    #expect(station.start("crowd").refusal == "is running 2 times")

    station.advance(by: .seconds(3))
    #expect(station.record("line")?.runs.count == 3)
    #expect(station.record("crowd")?.runs.count == 2)
  }

  @Test func `an unknown name is refused`() throws {
    let station = try VirtualStation("  build: { simulate: { duration: 2s } }")
    #expect(station.start("bulid").refusal == "there is no such action")
  }
}
