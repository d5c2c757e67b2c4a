import Board
import Boundary
import Processes
import Programs
import SignalboxCore
import SignalboxTesting
import Synchronization
import Testing

@testable import Jobs

/// A board at work in virtual time: nothing happens between two calls.
@MainActor
final class VirtualStation {
  let scheduler = TestScheduler()
  let interlocking: Interlocking

  /// The network. By default every request fails and every connection succeeds.
  let network = VirtualNetwork()

  /// - Parameter wallSeconds: The wall clock, which stands still; nil for that of the system.
  convenience init(_ actions: String, random: Double = 0, wallSeconds: UInt32? = nil) throws {
    self.init(
      try Board.parse("actions:\n" + actions, file: "test.yml"), random: random, wallSeconds: wallSeconds)
  }

  init(
    _ board: Board, random: Double = 0, results: [String: RememberedResult] = [:],
    wallSeconds: UInt32? = nil, onRun: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) {
    let scheduler = scheduler
    let turns = TurnLimit()
    var environment = JobEnvironment(
      scheduler: scheduler, clock: scheduler, executor: scheduler, http: network, tcp: network,
      random: { random },
      onMain: { block in
        guard turns.admitsTurn(at: scheduler.elapsed) else { return }
        scheduler.schedule { MainActor.assumeIsolated { block() } }
      })
    environment.onRun = onRun
    if let wallSeconds { environment.wallSeconds = { wallSeconds } }
    interlocking = Interlocking(board, environment: environment) { _ in results }
  }

  /// Starts a job and runs everything that is due now.
  @discardableResult
  func start(_ id: String, input: InputValues? = nil) -> Interlocking.Start {
    defer { scheduler.advance() }
    return interlocking.start(id, input: input)
  }

  /// Starts repeats and runs everything that is due now.
  func startRepeats() {
    interlocking.startRepeats()
    scheduler.advance()
  }

  func cancel(_ id: String) {
    interlocking.cancel(id)
    scheduler.advance()
  }

  func advance(by duration: Duration) { scheduler.advance(by: duration) }

  func snapshot(_ id: String) -> JobSnapshot? { interlocking[id]?.snapshot.data }
  func record(_ id: String) -> JobRecord? { snapshot(id)?.record }
  func facts(_ id: String) -> ActionFacts? { snapshot(id)?.facts(at: interlocking.station.now) }
  var errors: [String] { interlocking.station.errors.reports.data.map { "\($0.error)" } }
  func phase(_ id: String) -> ActionStatus.Phase? { snapshot(id)?.phase }

  /// The lines in the output of a job.
  func output(_ id: String) -> [String] { interlocking[id]?.output.snapshot().map(\.text) ?? [] }
}

/// Stops a station that requests turn after turn while no time passes. It would run for ever on the thread of
/// the test, where the time limit of the test cannot end it.
private final class TurnLimit: Sendable {
  private static let limit = 10_000

  private let state = Mutex((time: Duration.zero, count: 0))

  /// False if there were too many turns at the same time, which is a failure of the test.
  func admitsTurn(at time: Duration) -> Bool {
    let count = state.withLock { state in
      if state.time != time { state = (time, 0) }
      state.count += 1
      return state.count
    }
    if count == Self.limit { Issue.record("the board does not come to rest") }
    return count < Self.limit
  }
}

extension Interlocking.Start {
  /// Why it was refused; nil if it was accepted.
  var refusal: String? {
    if case .refused(let reason) = self { reason } else { nil }
  }
}
