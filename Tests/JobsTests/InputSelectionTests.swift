import Board
import Boundary
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

/// Which files count: real files and real commands.
@Suite(.timeLimit(.minutes(15))) @MainActor final class InputSelectionTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/src", withIntermediateDirectories: false)
    try write("src/a", "1")
  }

  private func write(_ name: String, _ text: String) throws {
    try save(text, at: scratch.path + "/" + name)
  }

  private func station(_ actions: String) throws -> LiveStation {
    try write("board.yml", "actions:\n" + actions)
    return LiveStation(try Board.load(contentsOf: scratch.path + "/board.yml"))
  }

  private func freshness(_ id: String, _ station: LiveStation) async -> Freshness? {
    await station.interlocking.lookAtInputs()
    await station.wait { self.present(id, station)?.isBeingRead != true }
    return present(id, station)
  }

  private func present(_ id: String, _ station: LiveStation) -> Freshness? {
    station.interlocking[id].flatMap { station.interlocking.freshness(of: $0) }
  }

  @Test func `the file of the board and the logs of its actions are never inputs`() async throws {
    let station = try station(
      """
        build: { run: 'echo 1 >> build.log; echo 1 >> other.log', inputs: '**' }
        logged: { run: 'true', log: build.log }
        kept: { run: 'true', log: { file: other.log, count: 3 } }
      """)
    await expectEqual(station.run("build"), .succeeded)
    await expectEqual(freshness("build", station), .fresh, "only logs were written")
    for name in ["build.log", "other.log", "other.log.1", "other.log.2"] { try write(name, "another") }
    let text = try String(contentsOfFile: scratch.path + "/board.yml", encoding: .utf8)
    try write("board.yml", text + "\n# A remark.\n")
    await expectEqual(freshness("build", station), .fresh)
    try write("other.log.3", "")
    await expectEqual(freshness("build", station)?.stale?.path, "other.log.3", "not one of the logs")
  }

  @Test func `a file of variables is an input, even if git ignores it`() async throws {
    try write("settings.env", "A=1\n")
    let station = try station("  build: { run: 'true', inputs: 'src/**', env-file: settings.env }")
    await expectEqual(station.run("build"), .succeeded)
    await expectEqual(freshness("build", station), .fresh)
    try write("settings.env", "A=2\n")
    await expectEqual(freshness("build", station)?.stale?.path, "settings.env")
  }

  @Test func `what is made from a result is stale once that was made again from other files`() async throws {
    let station = try station(
      """
        build: { run: 'true', inputs: 'src/**' }
        test: { run: 'true', inputs: { files: other, actions: [build] } }
      """)
    try write("other", "1")
    for id in ["build", "test"] { await expectEqual(station.run(id), .succeeded) }
    await expectEqual(freshness("test", station), .fresh)
    try write("src/a", "2")
    await expectEqual(freshness("test", station)?.stale?.path, "build", "that is stale itself")
    await expectEqual(station.run("build"), .succeeded)
    await expectEqual(freshness("build", station), .fresh)
    let stale = await freshness("test", station)?.stale
    #expect(stale?.path == "build" && stale?.change == .action)
    try write("src/a", "1")
    await expectEqual(station.run("build"), .succeeded)
    await expectEqual(freshness("build", station), .fresh)
    await expectEqual(freshness("test", station), .fresh, "made again from the files as they were")
  }

  @Test func `a service is fresh while its present program was started from the present inputs`()
    async throws
  {
    let station = try station(
      """
        server: { run: 'echo up; exec sleep 1000', service: true, ready: { line: up }, inputs: 'src/**' }
        fresh: { run: 'true', enabled-if: server.fresh }
      """)
    guard case .accepted(let execution) = station.interlocking.start("server") else {
      Issue.record("it was not started")
      return
    }
    await station.wait { self.present("server", station) == .fresh }
    try write("src/a", "2")
    await expectEqual(freshness("server", station)?.stale?.path, "src/a")
    station.interlocking.evaluateGuards()
    #expect(!station.interlocking.verdict(on: "fresh").isPassing)
    #expect(station.interlocking["server"]?.moment.isRunning == true)
    try write("src/a", "1")
    await expectEqual(freshness("server", station), .fresh)
    station.interlocking["server"]?.cancel()
    try? await execution.finished()
    await expectEqual(freshness("server", station), .missing, "no program runs")
  }

  @Test func `a result that is older than what is remembered is not fresh`() async throws {
    let first = try station("  build: { run: 'true', inputs: 'src/**' }")
    await expectEqual(first.run("build"), .succeeded)
    var result = RememberedResult(FinishedRun(.succeeded), age: .seconds(7_200))
    result.inputs = "another"
    try write("board.yml", "remember: 1h\nactions:\n  build: { run: 'true', inputs: 'src/**' }\n")
    let later = LiveStation(
      try Board.load(contentsOf: scratch.path + "/board.yml"), ["build": result])
    await expectEqual(freshness("build", later), .unknown("its result is too old"))
  }
}
