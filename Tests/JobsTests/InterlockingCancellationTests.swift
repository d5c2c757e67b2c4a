import Testing

@testable import Jobs

/// Cancelling everything once is enough, however far a start has come.
@Suite(.timeLimit(.minutes(5)))
@MainActor struct InterlockingCancellationTests {
  @Test(arguments: ["reject", "queue", "restart", "concurrent"])
  func `what was accepted before ends, and nothing of it begins later`(policy: String) async throws {
    let station = try LiveStation("  slow: {run: exec sleep 600, while-running: \(policy)}")
    for turns in 0..<10 {
      for _ in 0..<3 { station.interlocking.start("slow") }
      // The process exists after some of these turns, and not yet after others.
      for _ in 0..<turns * turns { await Task.yield() }
      station.interlocking.cancelAll()
      await station.wait { station.interlocking.running.isEmpty }
    }
    #expect(station.record("slow")?.lastResult == .cancelled)
  }
}
