import Board
import Boundary
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Inputs
@testable import Jobs

/// What the kernel says of files, or that it says nothing: real files and real commands.
@Suite(.timeLimit(.minutes(15))) @MainActor final class InputNoticesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for directory in ["src", "src/deep", "other"] {
      try FileManager.default.createDirectory(
        atPath: "\(scratch.path)/\(directory)", withIntermediateDirectories: false)
    }
    try write("src/a", "1")
    try write("src/deep/b", "1")
    try write(
      "board.yml",
      """
      actions:
        build: { run: 'true', inputs: 'src/**' }
        again: { run: 'while ! [ -e go ]; do sleep 0.01; done', inputs: 'src/**' }
        deploy: { run: 'true', enabled-if: build.succeeded }
      """)
  }

  private func write(_ name: String, _ text: String) throws {
    try save(text, at: scratch.path + "/" + name)
  }

  private func station(listens: Bool = true) throws -> LiveStation {
    let station = LiveStation(try Board.load(contentsOf: scratch.path + "/board.yml")) {
      $0.listensToFiles = listens
    }
    station.interlocking.followInputs()
    return station
  }

  private func freshness(_ id: String, _ station: LiveStation) -> Freshness? {
    station.interlocking[id].flatMap { station.interlocking.freshness(of: $0) }
  }

  private func build(_ station: LiveStation) async {
    _ = await station.run("build")
    await station.wait { self.freshness("build", station) == .fresh }
  }

  @Test func `a save locks what relies on it in the same turn`() async throws {
    let station = try station()
    await build(station)
    #expect(station.interlocking.inputs.places.map(\.isPolled) == [false])
    station.interlocking.evaluateGuards()
    #expect(station.interlocking.verdict(on: "deploy").isPassing)
    try write("src/deep/b", "2")
    // Nothing has waited for anything since then.
    station.interlocking.evaluateGuards()
    #expect(!station.interlocking.verdict(on: "deploy").isPassing)
    await station.wait { self.freshness("build", station)?.stale?.path == "src/deep/b" }
    try write("src/deep/b", "1")
    await station.wait { self.freshness("build", station) == .fresh }
  }

  @Test func `directories that come, move and go are followed`() async throws {
    let station = try station()
    await build(station)
    let files = FileManager.default
    try files.createDirectory(atPath: scratch.path + "/src/new", withIntermediateDirectories: false)
    try write("src/new/c", "")
    await station.wait { self.freshness("build", station)?.stale?.change == .created }
    try files.removeItem(atPath: scratch.path + "/src/new")
    await station.wait { self.freshness("build", station) == .fresh }
    #expect(rename(scratch.path + "/src/deep", scratch.path + "/src/moved") == 0)
    await station.wait { self.freshness("build", station)?.stale != nil }
    #expect(rename(scratch.path + "/src/moved", scratch.path + "/src/deep") == 0)
    await station.wait { self.freshness("build", station) == .fresh }
    // The whole tree is another one, and comes back.
    #expect(rename(scratch.path + "/src", scratch.path + "/gone") == 0)
    await station.wait { self.freshness("build", station)?.stale?.change == .deleted }
    #expect(rename(scratch.path + "/gone", scratch.path + "/src") == 0)
    await station.wait { self.freshness("build", station) == .fresh }
    try write("src/deep/b", "2")
    station.interlocking.evaluateGuards()
    #expect(!station.interlocking.verdict(on: "deploy").isPassing)
  }

  @Test func `a write through another name is noticed, and one that is undone while an attempt runs, too`()
    async throws
  {
    #expect(link(scratch.path + "/src/a", scratch.path + "/other/a") == 0)
    let station = try station()
    await build(station)
    let file = try #require(FileHandle(forWritingAtPath: scratch.path + "/other/a"))
    try file.write(contentsOf: Data("2".utf8))
    station.interlocking.evaluateGuards()
    #expect(!station.interlocking.verdict(on: "deploy").isPassing)
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data("1".utf8))
    await station.wait { self.freshness("build", station) == .fresh }
    let start = station.interlocking.start("again")
    guard case .accepted(let execution) = start else {
      Issue.record("\(start)")
      return
    }
    await station.wait { station.record("again")?.attemptInputs.isEmpty == false }
    try write("src/deep/b", "2")
    try write("src/deep/b", "1")
    try write("go", "")
    try? await execution.finished()
    await station.wait { self.freshness("again", station)?.stale?.path == "src/deep/b" }
    #expect(freshness("build", station) != .missing)
  }

  @Test func `what was written is not believed while it is being read`() async throws {
    let station = try station()
    await build(station)
    let monitor = station.interlocking.inputs
    let unread = Freshness.beingRead
    try write("src/a", "1")
    monitor.readNotices()
    monitor.look(at: ["build"], isPartial: true) { _ in }
    #expect(monitor.places.map(\.hasToBeRead) == [false], "the look is out")
    #expect(freshness("build", station) == unread)
    // The places are others before the look has come back: what it reads is read again.
    monitor.take(station.interlocking.board.actions, of: station.interlocking.board)
    #expect(monitor.places.map(\.hasToBeRead) == [true])
    #expect(freshness("build", station) == unread)
    await station.wait { self.freshness("build", station) == .fresh }
  }

  @Test func `what was made from a result is not believed while the files of that are being read`()
    async throws
  {
    try write("other/c", "1")
    try write(
      "board.yml",
      """
      actions:
        build: { run: 'true', inputs: 'src/**' }
        test: { run: 'true', inputs: { files: 'other/**', actions: [build] } }
      """)
    let station = try station()
    await build(station)
    _ = await station.run("test")
    await station.wait { self.freshness("test", station) == .fresh }
    try write("src/a", "1")
    station.interlocking.inputs.readNotices()
    let present = try #require(freshness("test", station))
    #expect(present == .unread("build: its inputs are being read"))
    #expect(present.isBeingRead)
    await station.wait { self.freshness("test", station) == .fresh }
  }

  @Test func `a look during which somebody writes leaves nothing fresh, however often it was tried`()
    async throws
  {
    let station = try station()
    await build(station)
    let monitor = station.interlocking.inputs
    let seen = await withCheckedContinuation { continuation in
      monitor.look(at: ["build"]) { hasLooked in
        continuation.resume(returning: (hasLooked, self.freshness("build", station)))
      }
      // The look is out.
      try? self.write("src/a", "1")
    }
    #expect(seen.0)
    // It may have read the file while it was empty.
    #expect(seen.1?.stale?.path == "src/a" || seen.1 == .beingRead, "\(seen)")
    await station.wait { self.freshness("build", station) == .fresh }
  }

  @Test func `what is written while the state before an attempt is read was written during the attempt`()
    async throws
  {
    let station = try station()
    await build(station)
    let monitor = station.interlocking.inputs
    let tell = monitor.onChange
    let touched: StaleInputs? = await withCheckedContinuation { continuation in
      monitor.begin("build", onSlow: {}, identity: { _ in .nothing }) { ticket in
        monitor.onChange = tell
        #expect(monitor.places[0].isUnsettled, "somebody has written during each look")
        continuation.resume(returning: ticket.flatMap { monitor.attempts[$0.number]?.touched })
      }
      // The first look is out, and at each change the next one is.
      monitor.onChange = {
        try? self.write("src/a", "1")
        tell()
      }
      monitor.onChange()
    }
    #expect(touched?.change == .written)
    #expect(touched?.path == "src/a")
  }

  @Test
  func `what is written without a notice before an attempt leaves its success stale, and the next one fresh`()
    async throws
  {
    let station = try station()
    await build(station)
    await station.wait { self.freshness("build", station) == .fresh }
    // Nobody gives notice of a name that a file gets elsewhere, nor of what is written through it.
    let outside = try Scratch()
    #expect(link(scratch.path + "/src/a", outside.path + "/a") == 0)
    try save("2", at: outside.path + "/a")
    await expectEqual(station.run("build"), .succeeded)
    await station.wait { self.freshness("build", station)?.isBeingRead == false }
    #expect(freshness("build", station)?.stale?.path == "src/a")
    await build(station)
    await station.wait { self.freshness("build", station) == .fresh }
  }

  #if os(Linux)
  @Test func `what is written in a directory that a look has just found is noticed`() async throws {
    let station = try station()
    await build(station)
    let monitor = station.interlocking.inputs
    let descriptor = try #require(monitor.notices).notices.descriptor
    func watches() -> Int {
      let text = (try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").count { $0.hasPrefix("inotify") }
    }
    let before = watches()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/src/new", withIntermediateDirectories: false)
    try write("src/new/c", "1")
    let isUnsettled = await withCheckedContinuation { continuation in
      monitor.look(at: ["build"]) { _ in continuation.resume(returning: monitor.places[0].isUnsettled) }
      // The look cannot come back before this turn of the main actor is over.
      while watches() == before { _ = sched_yield() }
      try? self.write("src/new/c", "2")
      monitor.readNotices()
    }
    #expect(isUnsettled)
  }
  #endif

  @Test func `lost notices lead to a look at everything`() async throws {
    let station = try station()
    await build(station)
    let monitor = station.interlocking.inputs
    #if os(Linux)
    try write("src/a", "2")
    // As if the queue had been full: what it said is lost.
    _ = monitor.notices?.notices.read()
    monitor.take([TreeNotices.Notice(watch: -1, mask: 0x4000, name: [])])
    station.interlocking.evaluateGuards()
    #expect(!station.interlocking.verdict(on: "deploy").isPassing, "not known until all was looked at")
    await station.wait { self.freshness("build", station)?.stale?.path == "src/a" }
    #endif
  }

  @Test(.slow) func `without notices files are polled, and looked at before a press`() async throws {
    let station = try station(listens: false)
    await build(station)
    let monitor = station.interlocking.inputs
    #expect(monitor.notices == nil)
    #expect(monitor.places.map(\.isPolled) == [true])
    try write("src/a", "2")
    let start = await withCheckedContinuation { continuation in
      station.interlocking.request("deploy", from: RunOrigin()) { continuation.resume(returning: $0) }
    }
    guard case .refused = start else {
      Issue.record("\(start)")
      return
    }
    try write("src/a", "1")
    // Nobody asks: the poll comes by itself.
    await station.wait { self.freshness("build", station) == .fresh }
  }

  @Test func `a limit of watches makes files polled`() throws {
    #if os(Linux)
    var watches = TreeWatches(try #require(TreeNotices()))
    watches.watchDirectory([], at: Array((scratch.path + "/missing").utf8))
    #expect(watches.isComplete, "what there is not cannot change without the directory above")
    watches.watchDirectory([], at: Array((scratch.path + "/" + String(repeating: "x", count: 300)).utf8))
    #expect(!watches.isComplete)
    #endif
  }
}
