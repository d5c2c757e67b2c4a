import Board
import Boundary
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

/// A success counts only for the files it was made from: real files and real commands.
@Suite(.timeLimit(.minutes(15))) @MainActor final class InputTests {
  private let scratch: Scratch
  private let station: LiveStation

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/src", withIntermediateDirectories: false)
    try Data("1".utf8).write(to: URL(filePath: scratch.path + "/src/a"))
    try Data(
      """
      actions:
        build: { run: 'cat src/* > out', inputs: 'src/**' }
        test: { run: 'true', inputs: { files: 'src/**', actions: [build] } }
        writer: { run: 'echo 1 > src/z; rm src/z', inputs: 'src/**' }
        failing: { run: 'false', inputs: 'src/**' }
        typo: { run: 'true', inputs: 'scr/**' }
        deploy: { run: 'true', enabled-if: test.succeeded }
        not: { run: 'true', enabled-if: '!build.succeeded' }
        again: { run: 'true', enabled-if: '!build.fresh' }
        rollback: { run: 'true', enabled-if: failing.failed }
      """.utf8
    ).write(to: URL(filePath: scratch.path + "/board.yml"))
    station = LiveStation(try Board.load(contentsOf: scratch.path + "/board.yml"))
  }

  private func write(_ name: String, _ text: String) throws {
    try save(text, at: scratch.path + "/" + name)
  }

  /// Presses a button; returns why that was refused, after the run has ended if it was not.
  private func press(_ id: String) async -> String? {
    let start = await withCheckedContinuation { continuation in
      station.interlocking.request(id, from: RunOrigin()) { continuation.resume(returning: $0) }
    }
    switch start {
    case .accepted(let execution):
      try? await execution.finished()
      await station.wait { [self] in freshness(id)?.isBeingRead != true }
      return nil
    case .refused(let reason), .unavailable(let reason, _): return reason
    }
  }

  private func freshness(_ id: String) -> Freshness? {
    station.interlocking[id].flatMap { station.interlocking.freshness(of: $0) }
  }

  private func facts(_ id: String) -> ActionFacts? { station.interlocking.presentFacts.actions[id] }

  @Test func `a success counts until its inputs change, and again when they are as they were`() async throws {
    #expect(freshness("build") == .missing)
    await expectEqual(press("build"), nil)
    #expect(freshness("build") == .fresh)
    #expect(facts("build")?.hasSucceeded == true)
    await expectEqual(press("again"), "needs not build.fresh")
    try write("src/a", "2")
    await station.interlocking.lookAtInputs()
    let stale = try #require(freshness("build")?.stale)
    #expect((stale.path, stale.change, stale.more) == ("src/a", .written, 0))
    #expect(facts("build")?.hasSucceeded == nil)
    #expect(facts("build")?.hasFailed == false)
    #expect(facts("build")?.isFresh == false)
    // Neither the fact nor its negation lets anything start.
    await expectEqual(press("not"), "needs not build.succeeded")
    await expectEqual(press("again"), nil)
    try write("src/a", "1")
    await station.interlocking.lookAtInputs()
    #expect(freshness("build") == .fresh)
    try write("src/b", "")
    await station.interlocking.lookAtInputs()
    #expect(freshness("build")?.stale?.change == .created)
    try FileManager.default.removeItem(atPath: scratch.path + "/src/b")
    try FileManager.default.removeItem(atPath: scratch.path + "/src/a")
    await station.interlocking.lookAtInputs()
    // Without files it is not known what the inputs are; what has gone is known.
    #expect(freshness("build")?.stale?.change == .deleted)
  }

  @Test func `what the guard relies on is looked at before a start`() async throws {
    await expectEqual(press("build"), nil)
    await expectEqual(press("test"), nil)
    await expectEqual(press("deploy"), nil)
    // Nobody looks in between.
    try write("src/a", "2")
    #expect(freshness("test") == .fresh)
    await expectEqual(press("deploy"), "needs test.succeeded")
  }

  @Test func `a result is stale while that which it was made from is, or was made again from other files`()
    async throws
  {
    await expectEqual(press("test"), nil)
    #expect(freshness("test")?.stale?.change == .action)
    await expectEqual(press("build"), nil)
    // It was made without a result of build.
    #expect(freshness("test")?.stale?.path == "build")
    await expectEqual(press("test"), nil)
    #expect(freshness("test") == .fresh)
    await expectEqual(press("build"), nil)
    #expect(freshness("test") == .fresh, "made again from the same files")
  }

  @Test func `who writes its inputs is stale, whatever they contain in the end`() async throws {
    try write("src/z", "0")
    await expectEqual(press("writer"), nil)
    #expect(freshness("writer")?.stale?.path == "src/z")
  }

  @Test func `a failure stays, and a pattern without files is never fresh`() async throws {
    await expectEqual(press("failing"), nil)
    #expect(freshness("failing") == .missing)
    try write("src/a", "2")
    await expectEqual(press("rollback"), nil)
    await expectEqual(press("typo"), nil)
    #expect(freshness("typo") == .unknown("`scr/**` matches no file"))
  }

  @Test func `other inputs on the board make a success stale, and work that is the same goes on`()
    async throws
  {
    await expectEqual(press("build"), nil)
    let text = try String(contentsOfFile: scratch.path + "/board.yml", encoding: .utf8)
    try write(
      "board.yml", text.replacing("> out', inputs: 'src/**'", with: "> out', inputs: ['src/**', '!*.md']"))
    station.interlocking.take(try Board.load(contentsOf: scratch.path + "/board.yml"))
    #expect(station.record("build")?.runs.last.result == .succeeded)
    #expect(freshness("build")?.stale?.change == .inputs)
  }
}
