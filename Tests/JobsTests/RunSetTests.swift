import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(5))) struct RunSetTests {
  @Test func `a run is performed to its end`() async throws {
    let runs = RunSet()
    try await runs.perform(runs.admit(), replacingOthers: false, on: nil) {}
    await runs.waitUntilEmpty()
  }

  /// A key and a signal that ends the panel may arrive in one turn. The command would begin after the panel
  /// has waited for the present runs, and outlive the panel.
  @Test func `a run that was accepted before a cancellation does not begin after it`() async {
    let runs = RunSet()
    let admission = runs.admit()
    runs.cancelAll()
    await #expect(throws: CancellationError.self) {
      try await runs.perform(admission, replacingOthers: false, on: nil) { Issue.record("it has begun") }
    }
  }

  @Test func `a run after a cancellation is admitted`() async throws {
    let runs = RunSet()
    runs.cancelAll()
    try await confirmation { hasRun in
      try await runs.perform(runs.admit(), replacingOthers: false, on: nil) { hasRun() }
    }
  }
}
