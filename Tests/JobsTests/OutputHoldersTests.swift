import Board
import Boundary
import Testing

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

#if os(Linux)  // macOS has no setsid(1), and does not report which processes hold a pipe
/// A run whose output is held open by a descendant that has left its session.
@Suite(.timeLimit(.minutes(15))) struct OutputHoldersTests {
  /// Starts a descendant, and prints its number once that has a session of its own and its last name.
  private let leaver = """
    setsid sleep 1000 & pid=$!
    until [ "$name" = sleep ]; do read name </proc/$pid/comm; done
    echo $pid
    """

  @MainActor
  @Test func `a run names the processes that it waits for`() async throws {
    let script = (leaver + "\nexec sleep 1000").split(separator: "\n").joined(separator: "\n      ")
    let station = try LiveStation("  work:\n    run: |\n      \(script)\n")
    _ = station.interlocking.start("work")
    await station.wait { station.output("work").contains { Int32($0) != nil } }
    let survivor = try #require(station.output("work").lazy.compactMap { Int32($0) }.first)
    defer { kill(survivor, SIGKILL) }
    #expect(station.record("work")?.outputHolders == nil)
    station.interlocking.cancel("work")
    await station.wait { station.record("work")?.outputHolders != nil }
    #expect(station.record("work")?.outputHolders.map { "\($0)" } == "sleep (pid \(survivor))")
    #expect(station.output("work").last == "output still open: sleep (pid \(survivor))")
    kill(survivor, SIGKILL)
    await station.wait { station.record("work")?.runs.last.result == .cancelled }
    #expect(station.record("work")?.outputHolders == nil)
  }
}
#endif
