import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(5))) struct RunSetTests {
  @Test func aRunGoesToItsEnd() async throws {
    let runs = RunSet()
    try await runs.perform(runs.admit(), replacingOthers: false, on: nil) {}
    await runs.waitUntilEmpty()
  }

  /// A key and a signal that ends the panel may come in one turn: the command would have begun after the last look at
  /// what runs, and outlived the panel.
  @Test func aRunThatWasAcceptedBeforeACancelDoesNotBeginAfterIt() async {
    let runs = RunSet()
    let admission = runs.admit()
    runs.cancelAll()
    await #expect(throws: CancellationError.self) {
      try await runs.perform(admission, replacingOthers: false, on: nil) { Issue.record("it has begun") }
    }
  }

  @Test func aRunAfterACancelIsAdmittedAgain() async throws {
    let runs = RunSet()
    runs.cancelAll()
    try await confirmation { hasRun in
      try await runs.perform(runs.admit(), replacingOthers: false, on: nil) { hasRun() }
    }
  }
}
