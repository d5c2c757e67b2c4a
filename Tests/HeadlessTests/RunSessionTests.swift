import Boundary
import Jobs
import LoopbackBox
import SignalboxTesting
import TestSupport
import Testing

@testable import Headless

/// Which actions a session starts, how long it waits for them, and with which code it ends.
@Suite(.timeLimit(.minutes(15))) @MainActor struct RunSessionTests {
  private static let actions = """
      build: { simulate: { duration: 2s } }
      test: { simulate: { duration: 1s }, enabled-if: build.succeeded }
      broken: { simulate: { duration: 1s, fail-every: 1, failure: no luck } }
      probe: { simulate: { duration: 100ms }, every: 3s }
      behind: { simulate: { duration: 1s }, enabled-if: probe.succeeded }
      apart: { simulate: { duration: 1s }, enabled-if: broken.succeeded }
    """

  private func runCount(_ id: String, on board: VirtualBoard) -> Int? {
    board.interlocking[id]?.moment.record.runs.count
  }

  @Test func `actions run one after the other`() async throws {
    let board = try VirtualBoard(Self.actions)
    await expectEqual(board.run("build", "test"), ExitStatus.succeeded)
    await expectEqual(
      board.printedLines().filter { $0.hasPrefix("build") || $0.hasPrefix("test: ") },
      [
        "build: running", "build: succeeded after 2.0 s", "test: unlocked", "test: running",
        "test: succeeded after 1.0 s",
      ])
  }

  @Test func `the first failure ends the session`() async throws {
    let board = try VirtualBoard(Self.actions)
    await expectEqual(board.run("broken", "build"), ExitStatus.failed)
    #expect(runCount("build", on: board) == 0)
  }

  @Test func `a locked action is refused`() async throws {
    let board = try VirtualBoard(Self.actions)
    await expectEqual(board.run("test"), ExitStatus.refused)
    await expectEqual(board.writtenMessages(), ["signalbox: test: refused: needs build.succeeded"])
    #expect(runCount("test", on: board) == 0)
  }

  @Test func `a refusal is printed as JSON`() async throws {
    let board = try VirtualBoard(Self.actions, style: .json)
    await expectEqual(board.run("test"), ExitStatus.refused)
    #expect(await board.printedLines().contains { $0.contains(#""state":"refused""#) })
  }

  @Test func `a session waits for a guard that something running can unlock`() async throws {
    let board = try VirtualBoard(Self.actions)
    board.start("build")
    await expectEqual(board.run("test", waitsForGuards: true), ExitStatus.succeeded)
  }

  @Test func `a session starts only what it names`() async throws {
    let board = try VirtualBoard(Self.actions)
    await expectEqual(board.run("behind", waitsForGuards: true), ExitStatus.refused)
    #expect(runCount("probe", on: board) == 0)
    await expectEqual(
      board.writtenMessages(),
      [
        "signalbox: behind: refused: needs probe.succeeded; nothing runs that could change that"
      ])
  }

  @Test func `a session waits for the repeats of another front end`() async throws {
    let board = try VirtualBoard(Self.actions)
    board.interlocking.startRepeats()
    await expectEqual(board.run("behind", waitsForGuards: true), ExitStatus.succeeded)
    #expect(runCount("probe", on: board) == 1)
  }

  @Test func `a session does not wait for a guard that nothing can unlock`() async throws {
    let board = try VirtualBoard(Self.actions)
    await expectEqual(board.run("apart", waitsForGuards: true), ExitStatus.refused)
    await expectEqual(
      board.writtenMessages(),
      [
        "signalbox: apart: refused: needs broken.succeeded; nothing runs that could change that"
      ])
  }

  @Test func `a wait ends at its limit`() async throws {
    let board = try VirtualBoard(
      """
        probe: { simulate: { duration: 100ms, fail-every: 1, failure: down }, every: 3s }
        behind: { simulate: { duration: 1s }, enabled-if: probe.succeeded }
      """)
    board.interlocking.startRepeats()
    await expectEqual(board.run("behind", waitLimit: .seconds(10)), ExitStatus.waitedTooLong)
    #expect(board.scheduler.elapsed >= .seconds(10) && board.scheduler.elapsed < .seconds(11))
    await expectEqual(
      board.writtenMessages(),
      [
        "signalbox: behind: refused: needs probe.succeeded; waited for 10 s"
      ])
  }

  @Test func `a limit of zero refuses at once`() async throws {
    let board = try VirtualBoard(Self.actions)
    board.interlocking.startRepeats()
    await expectEqual(board.run("behind", waitLimit: .zero), ExitStatus.waitedTooLong)
  }

  @Test func `a limit that is not reached has no effect`() async throws {
    let board = try VirtualBoard(Self.actions)
    board.start("build")
    await expectEqual(board.run("test", waitLimit: .seconds(3)), ExitStatus.succeeded)
    #expect(board.scheduler.elapsed < .seconds(4))
  }

  @Test func `a limit also ends the wait for the end of another run`() async throws {
    let board = try VirtualBoard("  load: { simulate: { duration: 1m }, while-running: queue }")
    board.start("load")
    await expectEqual(board.run("load", waitLimit: .seconds(5)), ExitStatus.waitedTooLong)
    #expect(board.scheduler.elapsed >= .seconds(5) && board.scheduler.elapsed < .seconds(6))
    await expectEqual(
      board.writtenMessages(),
      [
        "signalbox: load: cancelled: it has not begun, and waited for 5.0 s"
      ])
  }

  @Test func `a limit does not end a run that has begun`() async throws {
    let board = try VirtualBoard(Self.actions)
    await expectEqual(board.run("build", waitLimit: .seconds(1)), ExitStatus.succeeded)
    #expect(board.scheduler.elapsed >= .seconds(2))
  }

  @Test func `a refusal has its reason as JSON`() async throws {
    let board = try VirtualBoard(Self.actions, style: .json)
    await expectEqual(board.run("test"), ExitStatus.refused)
    #expect(await board.printedLines().contains { $0.contains(#""detail":"needs build.succeeded""#) })
  }

  @Test func `a session that the end of the program interrupts has no code`() async throws {
    let board = try VirtualBoard(Self.actions)
    board.start("build")
    board.board.leave(bySignal: 15)
    await expectEqual(board.run("build"), nil)
  }

  @Test func `the end of another action that stops everything is that of the session`() async throws {
    let board = try VirtualBoard(
      """
        web: { simulate: { duration: 2s, fail-every: 1, failure: no luck }, on-end: stop-all }
        worker: { simulate: { duration: 1h } }
        next: { simulate: { duration: 1s } }
      """)
    board.start("web")
    await expectEqual(board.run("worker", "next"), ExitStatus.failed)
    await expectEqual(board.writtenMessages(), ["signalbox: web: has ended, which stops everything"])
    #expect(runCount("next", on: board) == 0)
  }

  @Test func `a success that stops everything ends the session with success`() async throws {
    let board = try VirtualBoard(
      """
        web: { simulate: { duration: 2s }, on-end: stop-all }
        worker: { simulate: { duration: 1h } }
      """)
    board.start("web")
    await expectEqual(board.run("worker"), ExitStatus.succeeded)
  }
}
