import Board
import Boundary
import TestSupport
import Testing

@testable import Jobs

/// Who waits for a service that is not ready in time learns that at once, although it is started again.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct FailedStartTests {
  private static let reason = "not ready after 2.0 s: no line matches never printed"

  /// What was told.
  @MainActor
  private final class Told {
    var outcome: RunOutcome?
    var answers: [String: HoldAnswer] = [:]
  }

  private let told = Told()
  private let station: LiveStation

  init() throws {
    station = try LiveStation(
      """
        server:
          run: exec sleep 1000
          service: true
          ready: { line: never printed, within: 2s }
          restart: { backoff: 1h }
        client: { run: 'true', enabled-if: server.ready }
        witness: { run: 'true', enabled-if: server.running }
      """)
  }

  /// Begins the plan for an action.
  private func begin(_ id: String) async throws {
    told.outcome = nil
    let box = HostedBoard(station.interlocking)
    let plan = await withCheckedContinuation { answer in box.plan(id) { answer.resume(returning: $0) } }
    var order = StartOrder(id)
    order.plan = try #require(plan).digest
    order.onEnd = { [told] in told.outcome = $0 }
    box.start(order)
  }

  /// Performs the plan for an action that stops, and returns what is said of it.
  private func stopped(_ id: String) async throws -> String? {
    try await begin(id)
    await station.wait { [told] in told.outcome != nil }
    return told.outcome?.message
  }

  @Test(.slow) func `a plan stops`() async throws {
    let words = "plan stopped: server failed: \(Self.reason)"
    try await expectEqual(stopped("client"), words)
    #expect(station.interlocking["server"]?.moment.isRunning == true)
    // One for a start that has failed stops at once.
    try await expectEqual(stopped("client"), words)
    await station.end()
  }

  @Test(.slow) func `a plan that only needs it to run goes on`() async throws {
    try await begin("witness")
    await station.wait { station.record("witness")?.runs.last.result == .succeeded }
    await station.end()
  }

  @Test(.slow) func `a wait for a guard ends with the reason, unless it has a limit`() async throws {
    func wait(for text: String, isPatient: Bool = false) -> HoldTicket? {
      station.interlocking.awaitGuard(
        HoldOrder(text, isPatient: isPatient) { [told] in told.answers[text] = $0 })
    }
    station.interlocking.start("server")
    let patient = "server.running && server.ready"
    for text in ["server.ready", "server.ready || client.succeeded", "!server.running"] {
      #expect(wait(for: text) != nil)
    }
    #expect(wait(for: patient, isPatient: true) != nil)
    await station.wait { [told] in told.answers["server.ready"] != nil }
    #expect(told.answers == ["server.ready": .never(["server.ready"], failure: Self.reason)])
    // Now it is known already.
    let late = "server.ready && server.running"
    #expect(wait(for: late) == nil)
    #expect(told.answers[late] == .never(["server.ready"], failure: Self.reason))
    await station.end()
  }
}
