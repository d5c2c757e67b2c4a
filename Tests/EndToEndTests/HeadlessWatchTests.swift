import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `signalbox watch` repeats what repeats by itself, tells what changes, and ends by the signal that ends it.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct HeadlessWatchTests {
  private let board = """
    actions:
      probe: {run: "echo fine", every: 1h}
      after: {run: "true", enabled-if: probe.succeeded}
    """

  @Test func `each change is one line`() throws {
    let program = try HeadlessProgram(["watch"], board: board)
    #expect(program.line() == "probe: running")
    #expect(program.line() == "probe: fine")
    // The end of the run and what it unlocks may be told in either order.
    let ends = [program.line(), program.line()].sorted()
    #expect(ends[0] == "after: unlocked")
    #expect(ends[1].hasPrefix("probe: succeeded after "))
    program.signal(SIGTERM)
    let result = try program.end()
    #expect(result.isSignalled && result.status == SIGTERM)
    #expect(result.output == "" && result.messages == "")
  }

  @Test func `without a terminal the panel watches`() throws {
    let program = try HeadlessProgram([], board: board)
    #expect(program.line() == "probe: running")
    program.signal(SIGINT)
    let result = try program.end()
    #expect(result.isSignalled && result.status == SIGINT)
    #expect(
      result.messages
        == "signalbox: standard output is not a terminal: watching instead of drawing the panel\n")
  }

  @Test func `JSON starts with every action`() throws {
    let program = try HeadlessProgram(["watch", "--json"], board: board)
    #expect(program.line().contains(#""event":"action","action":"probe","run":null,"state":"idle","#))
    #expect(program.line().contains(#""event":"action","action":"after","run":null,"state":"idle","#))
    program.signal(SIGTERM)
    #expect(try program.end().isSignalled)
  }

  #if os(Linux)
  @Test func `runs leave no file open`() throws {
    let sandbox = try Sandbox()
    let board = "actions: { beat: {run: 'printf . >> \(sandbox.path(of: "beats"))', every: 100ms} }"
    let program = try HeadlessProgram(["watch"], board: board)
    var counts: [Int] = []
    for beats in [10, 60] {
      while try !sandbox.has("beats") || sandbox.text(of: "beats").count < beats { _ = poll(nil, 0, 10) }
      counts.append(
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.processIdentifier)/fd").count)
    }
    #expect(counts[1] < counts[0] + 10)
    program.signal(SIGTERM)
    _ = try program.end()
  }
  #endif

  @Test func `a reader that does not read stops nothing and costs no memory`() throws {
    let sandbox = try Sandbox()
    let quick = (0..<40).map { "  quick\($0): {simulate: {duration: 1ms}, every: 100ms}" }
    let board = """
      actions:
        beat: {run: 'printf . >> \(sandbox.path(of: "beats"))', every: 100ms}
      \(quick.joined(separator: "\n"))
      """
    let program = try HeadlessProgram(["watch", "--json"], board: board)
    // Everything goes on while nobody reads.
    while !sandbox.has("beats") { _ = poll(nil, 0, 1) }
    while try sandbox.text(of: "beats").count < 80 { _ = poll(nil, 0, 10) }
    program.signal(SIGTERM)
    let result = try program.end()
    // Thousands of runs would have filled more than 64 KiB of the pipe, 256 KiB of the queue and what is
    // written just now.
    #expect(result.output.utf8.count < 900_000)
    #expect(result.isSignalled && result.status == SIGTERM)
  }
}
