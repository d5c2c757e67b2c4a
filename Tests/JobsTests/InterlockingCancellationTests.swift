import Board
import Boundary
import Testing

@testable import Jobs

/// Cancelling everything once is enough, at any moment of a start.
@Suite(.timeLimit(.minutes(15)))
@MainActor struct InterlockingCancellationTests {
  @Test(arguments: ["reject", "queue", "restart", "concurrent"])
  func `accepted runs end, and none of them begins later`(policy: String) async throws {
    let station = try LiveStation("  slow: {run: exec sleep 600, while-running: \(policy)}")
    for turns in 0..<10 {
      for _ in 0..<3 { station.interlocking.start("slow") }
      // After some of these turns the process exists, after others it does not exist yet.
      for _ in 0..<turns * turns { await Task.yield() }
      station.interlocking.cancelAll()
      await station.wait { station.interlocking.running.isEmpty }
    }
    #expect(station.record("slow")?.runs.last.result == .cancelled)
  }
}
