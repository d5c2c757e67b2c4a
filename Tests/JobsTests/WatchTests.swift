import Board
import Boundary
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

/// Actions that start because files have changed: real files and real commands.
@Suite(.timeLimit(.minutes(15))) @MainActor final class WatchTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/src", withIntermediateDirectories: false)
    try write("src/a", "1")
  }

  /// Replaces a file in one step: who writes it and closes it later has touched it, although that leaves its
  /// content.
  private func write(_ name: String, _ text: String) throws {
    try save(text, at: scratch.path + "/new")
    #expect(rename(scratch.path + "/new", scratch.path + "/" + name) == 0)
  }

  private func read(_ name: String) -> String {
    (try? String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)) ?? ""
  }

  private func station(_ actions: String) throws -> LiveStation {
    try write("board.yml", "actions:\n" + actions)
    let station = LiveStation(try Board.load(contentsOf: scratch.path + "/board.yml"))
    station.interlocking.followInputs()
    return station
  }

  private func runs(_ id: String, _ station: LiveStation) -> Int {
    let moment = station.interlocking[id]?.moment
    return moment?.isRunning == true ? -1 : moment?.record.runs.count ?? 0
  }

  private func cause(_ id: String, _ station: LiveStation) -> StartCause? {
    station.record(id)?.history.entries.last?.cause
  }

  private func note(_ id: String, _ station: LiveStation) -> String? {
    station.interlocking[id].flatMap { station.interlocking.watchNote(of: $0) }
  }

  private func isFresh(_ id: String, _ station: LiveStation) -> Bool {
    station.interlocking[id].flatMap { station.interlocking.freshness(of: $0) } == .fresh
  }

  /// Waits until an action has run so often, and was not started again when all was looked at.
  private func wait(_ station: LiveStation, _ id: String, runs count: Int) async {
    await station.wait { self.runs(id, station) >= count && self.isFresh(id, station) }
    #expect(runs(id, station) == count)
  }

  @Test func `it runs when somebody attends if it is not fresh, and after each change`() async throws {
    let station = try station(
      "  test: { run: 'cat src/a >> out', inputs: 'src/**', watch: { debounce: 50ms } }")
    try write("src/b", "2")
    #expect(runs("test", station) == 0)
    station.interlocking.startRepeats()
    await wait(station, "test", runs: 1)
    #expect(cause("test", station) == .board)
    // Many changes at once are one run.
    for number in 0..<200 { try write("src/\(number)", "new") }
    await wait(station, "test", runs: 2)
    guard case .files(let path)? = cause("test", station) else {
      Issue.record("\(String(describing: cause("test", station)))")
      return
    }
    #expect(path.hasPrefix("src/"))
    #expect(station.output("test").contains("run 2 started: \(path) has changed"))
    // A save without a change is none.
    try write("src/a", "1")
    try write("src/a", "3")
    await wait(station, "test", runs: 3)
    #expect(read("out") == "113")
    // Nobody attends.
    station.interlocking.stopRepeats()
    try write("src/a", "4")
    await station.wait {
      station.interlocking[("test")].flatMap { station.interlocking.freshness(of: $0) }?.stale != nil
    }
    #expect(runs("test", station) == 3)
    station.interlocking.startRepeats()
    await wait(station, "test", runs: 4)
    #expect(cause("test", station) == .files("src/a"))
    await station.end()
  }

  @Test(.slow) func `it waits until it was quiet for a while, but not for ever`() async throws {
    let station = try station(
      "  test: { run: 'cat src/a >> out', inputs: 'src/**', watch: { debounce: 1s } }")
    station.interlocking.startRepeats()
    await wait(station, "test", runs: 1)
    let time = station.interlocking.inputs.station.now
    try write("src/a", "2")
    await wait(station, "test", runs: 2)
    let start = try #require(station.record("test")?.history.entries.last?.start)
    #expect(start - time >= .seconds(1))
    let mayStop = Locked(false)
    let path = scratch.path + "/src/a"
    let writer = Thread {
      for number in 0... {
        try? Data("\(number)".utf8).write(to: URL(filePath: path))
        usleep(20_000)
        if mayStop.withLock({ $0 }) { return }
      }
    }
    writer.start()
    defer { mayStop.withLock { $0 = true } }
    await station.wait { self.runs("test", station) != 2 }
    #expect(runs("test", station) != 2, "somebody writes all the time")
  }

  @Test func `a failure waits for the next change`() async throws {
    let station = try station(
      "  test: { run: '! grep -q bad src/a', inputs: 'src/**', watch: { debounce: 20ms } }")
    station.interlocking.startRepeats()
    await wait(station, "test", runs: 1)
    try write("src/a", "bad")
    await station.wait {
      station.record("test")?.runs.last.result?.failure != nil && self.runs("test", station) >= 2
    }
    let count = runs("test", station)
    // Whatever else happens starts nothing.
    for _ in 0..<20 {
      await station.interlocking.lookAtInputs()
      station.interlocking.changesCame()
    }
    #expect(runs("test", station) == count)
    try write("src/a", "good")
    await wait(station, "test", runs: count + 1)
    await station.end()
  }

  @Test func `it waits for its guard, and says so`() async throws {
    let station = try station(
      """
        gate: { run: 'true' }
        test: { run: 'true', inputs: 'src/**', enabled-if: gate.succeeded, watch: { debounce: 20ms } }
      """)
    station.interlocking.startRepeats()
    await station.wait { self.note("test", station) == "changed; waits: needs gate.succeeded" }
    _ = await station.run("gate")
    await wait(station, "test", runs: 1)
    #expect(note("test", station) == nil)
    await station.end()
  }

  @Test func `restart cancels the present run, another policy waits for its end`() async throws {
    let station = try station(
      """
        again: { run: 'cat src/a; while grep -q 1 src/a; do sleep 0.01; done; while true; do sleep 0.01; done',
          inputs: 'src/**', while-running: restart, watch: { debounce: 20ms } }
        once: { run: 'echo x >> once; echo begun; while ! [ -e go ]; do sleep 0.01; done', inputs: 'src/**',
          watch: { debounce: 20ms } }
      """)
    station.interlocking.startRepeats()
    await station.wait { station.record("again")?.runs.count == 1 && station.record("once")?.runs.count == 1 }
    await station.wait { station.output("once").contains("begun") }
    await station.wait { station.record("again")?.attemptInputs.isEmpty == false }
    for text in ["2", "3"] {
      try write("src/a", text + "\n")
      await station.wait { station.output("again").contains(text) }
    }
    #expect(station.record("once")?.runs.count == 1)
    try write("go", "")
    await wait(station, "once", runs: 2)
    #expect(read("once") == "x\nx\n")
    await station.end()
  }

  @Test func `an action is started again when that which it is made from was`() async throws {
    let station = try station(
      """
        build: { run: 'cat src/a > out', inputs: 'src/**', watch: { debounce: 20ms } }
        test: { run: 'true', inputs: { actions: [build], files: fixed },
          enabled-if: build.succeeded, watch: { debounce: 20ms } }
      """)
    try write("fixed", "")
    station.interlocking.startRepeats()
    await wait(station, "test", runs: 1)
    try write("src/a", "2")
    await wait(station, "test", runs: 2)
    #expect(cause("test", station) == .files("build"))
    await station.end()
  }

  @Test func `who writes its own inputs is paused, until a person presses it`() async throws {
    let station = try station(
      "  gen: { run: 'echo x >> src/gen', inputs: 'src/**', watch: { debounce: 20ms } }")
    station.interlocking.startRepeats()
    await station.wait {
      self.note("gen", station) == "watch paused: it writes its own inputs (src/gen): exclude '!src/**'"
    }
    let count = runs("gen", station)
    #expect(count == WatchedActions.loopLimit + 1)
    try write("src/a", "2")
    await station.wait { station.interlocking.inputs.places.allSatisfy { !$0.isUnsettled } }
    #expect(runs("gen", station) == count)
    _ = await station.run("gen")
    #expect(note("gen", station) == nil)
    await station.end()
  }

  @Test func `actions that start each other are paused`() async throws {
    let station = try station(
      """
        ping: { run: 'echo x >> src/pong', inputs: src/ping, watch: { debounce: 1ms } }
        pong: { run: 'echo x >> src/ping', inputs: src/pong, watch: { debounce: 1ms } }
      """)
    try write("src/ping", "")
    try write("src/pong", "")
    station.interlocking.watched.echoTime = .seconds(100_000)
    station.interlocking.startRepeats()
    // Where runs overlap, one of them seems to write its own inputs.
    let watched = station.interlocking.watched
    await station.wait { watched.pause != nil || watched.entries.values.contains { $0.pause != nil } }
    if let reason = watched.pause {
      #expect(reason.hasPrefix("watched actions write each other's inputs (src/p"))
      #expect(station.interlocking.watchState == .paused(reason))
    }
    station.interlocking.setWatching(true)
    #expect(station.interlocking.watchState == .on)
    station.interlocking.setWatching(false)
    await station.end()
  }

  @Test func `a person switches it off and on`() async throws {
    let station = try station(
      "  test: { run: 'true', inputs: 'src/**', watch: { debounce: 20ms } }")
    #expect(station.interlocking.watchState == .on)
    station.interlocking.setWatching(false)
    station.interlocking.startRepeats()
    #expect(HostedBoard(station.interlocking).situation.watch == .off)
    await station.wait { station.interlocking.watched.entries["test"]?.pending != nil }
    #expect(runs("test", station) == 0)
    station.interlocking.setWatching(true)
    await wait(station, "test", runs: 1)
    await station.end()
  }

  @Test func `an action that is up to date is not started again where that is wanted`() async throws {
    let station = try station("  test: { run: 'true', inputs: 'src/**' }")
    let box = HostedBoard(station.interlocking)
    func start() async -> StartAnswer {
      await withCheckedContinuation { continuation in
        var order = StartOrder("test")
        order.ifStale = true
        order.onAnswer = { continuation.resume(returning: $0) }
        box.start(order)
      }
    }
    guard case .accepted = await start() else {
      Issue.record("nothing was known, and nothing was started")
      return
    }
    await station.wait { self.isFresh("test", station) }
    guard case .upToDate(let words) = await start() else {
      Issue.record("it was started again")
      return
    }
    #expect(words.hasPrefix("up to date (succeeded "))
    #expect(words.hasSuffix(" ago, 1 file)"))
    try write("src/a", "2")
    guard case .accepted = await start() else {
      Issue.record("a changed file did not start it")
      return
    }
    await station.end()
  }
}
