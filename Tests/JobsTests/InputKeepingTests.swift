import Board
import Boundary
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Inputs
@testable import Jobs

/// What a process leaves behind for the next one.
private final class Store: Sendable {
  let kept = Locked<[String: [UInt8]]>([:])
  let events = Locked<[RunEvent]>([])
}

/// What a success was made from is known to the next process.
@Suite(.timeLimit(.minutes(15))) @MainActor final class InputKeepingTests {
  private let scratch: Scratch
  private let store = Store()

  init() throws {
    scratch = try Scratch()
    try write("a", "1")
    try write(
      "board.yml",
      """
      actions:
        build: { run: 'true', inputs: 'a*' }
        test: { run: 'true', inputs: { actions: [build], files: 'a' } }
        writer: { run: 'printf 2 > a; printf 1 > a', inputs: 'a' }
      """)
  }

  private func write(_ name: String, _ text: String) throws {
    try save(text, at: scratch.path + "/" + name)
  }

  private func station(_ results: [String: RememberedResult] = [:]) throws -> LiveStation {
    let board = try Board.load(contentsOf: scratch.path + "/board.yml")
    return LiveStation(board, results) { [store] environment in
      environment.keepInputs = { action, bytes in store.kept.withLock { $0[action] = bytes } }
      environment.keptInputs = { action in store.kept.withLock { $0[action] } }
      environment.onRun = { event in store.events.withLock { $0.append(event) } }
    }
  }

  /// The results that the journal of a process would have kept.
  private func results() -> [String: RememberedResult] {
    var results: [String: RememberedResult] = [:]
    for event in store.events.withLock({ $0 }) where event.run.ending != nil {
      var result = RememberedResult(
        FinishedRun(event.run.ending?.outcome), age: .zero, history: RunHistory([event.run]))
      result.inputs = event.inputs
      results[event.action.id] = result
    }
    return results
  }

  private func freshness(_ id: String, _ station: LiveStation) -> Freshness? {
    station.interlocking[id].flatMap { station.interlocking.freshness(of: $0) }
  }

  private func next(_ change: (inout [String: RememberedResult]) -> Void = { _ in }) async throws
    -> LiveStation
  {
    var results = results()
    change(&results)
    let station = try station(results)
    await station.interlocking.lookAtInputs()
    return station
  }

  @Test func `a success counts in the next process while its files are as they were`() async throws {
    let first = try station()
    for id in ["build", "test", "writer"] {
      await expectEqual(first.run(id), .succeeded)
      await first.wait { self.freshness(id, first)?.isBeingRead == false }
    }
    await first.end()
    #expect(!first.interlocking.isKeepingInputs)
    // Nothing is fresh that the one before did not know to be fresh.
    var second = try await next()
    #expect(freshness("build", second)?.stale?.change != .inputs)
    #expect(freshness("writer", second) == .unknown("how its inputs were is not known"))
    // The last action has written what the others were made from, and left it as it was.
    #expect(freshness("build", second) == .fresh)
    #expect(freshness("test", second) == .fresh)
    // Before anybody has looked, nothing is said.
    let unseen = try station(results())
    #expect(freshness("build", unseen) == .beingRead)
    try write("a", "2")
    second = try await next()
    #expect(freshness("build", second)?.stale?.path == "a")
    #expect(freshness("test", second)?.stale?.path == "a")
    try write("a", "1")
    try await expectEqual(freshness("build", next()), .fresh)
    // The journal speaks of another success than the file.
    let other = try await next { $0["build"]?.inputs = "another" }
    #expect(freshness("build", other) == .unknown("how its inputs were is not known"))
    let none = try await next { $0["build"]?.inputs = nil }
    #expect(freshness("build", none) == .unknown("how its inputs were is not known"))
    store.kept.withLock { $0["build"]?[30] ^= 1 }
    try await expectEqual(freshness("build", next()), .unknown("how its inputs were is not known"))
  }

  @Test func `other patterns in the next process are other inputs`() async throws {
    let first = try station()
    await expectEqual(first.run("build"), .succeeded)
    await first.end()
    let text = try String(contentsOfFile: scratch.path + "/board.yml", encoding: .utf8)
    try write("board.yml", text.replacing("'a*'", with: "'a?*'"))
    try await expectEqual(freshness("build", next())?.stale?.change, .inputs)
  }

  @Test func `an attempt whose inputs were not known does not take over what is known later`() throws {
    let (known, unknown) = (
      InputTable(paths: PathTable(), entries: []),
      InputTable(paths: PathTable(), entries: [], problems: [.tooManyFiles])
    )
    func attempt(_ snapshot: InputTable, isComplete: Bool = true) -> InputAttempt {
      var attempt = InputAttempt(
        action: "a", selection: ContentDigest(of: []), snapshot: snapshot, sources: [:])
      attempt.isComplete = isComplete
      return attempt
    }
    #expect(known.digest == unknown.digest)
    var one = attempt(unknown)
    one.share(known)
    #expect(one.snapshot?.problem != nil)
    one = attempt(known)
    one.share(unknown)
    #expect(one.snapshot?.problem == nil)
  }

  @Test func `whoever has touched a file while an attempt ran is known until it was looked at`() throws {
    var stamp = FileStamp()
    func table() -> InputTable {
      InputTable(
        paths: PathTable([[1]]),
        entries: [.init(stamp: stamp, digest: ContentDigest(of: []), content: .settled)])
    }
    let before = table()
    stamp.inode = 2
    let after = table()
    var attempt = InputAttempt(
      action: "a", selection: ContentDigest(of: []), snapshot: before, sources: [:])
    attempt.share(after)
    #expect(attempt.snapshot.flatMap { after.touch(since: $0) } != nil)
    attempt.isComplete = true
    attempt.share(after)
    #expect(attempt.snapshot.map { after.touch(since: $0) == nil } == true)
  }
}
