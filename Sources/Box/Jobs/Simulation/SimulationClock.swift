import Board
internal import Boundary

extension Simulation {
  /// Performs run number `run`, which takes `duration` on the clock.
  ///
  /// Cancelling the task ends it at once. Open requests are stopped then, so that each start is followed by
  /// its stop.
  ///
  /// - Parameters:
  ///   - run: The number of the run, from 1: it decides whether the run fails.
  ///   - clock: The clock for the times of the schedule.
  ///   - onEvent: Called for each event of the schedule, one after the other.
  /// - Throws: `CancellationError`, or the errors of the clock.
  func run<C: Clock>(
    number run: Int, clock: C, onEvent: @Sendable (Event) -> Void
  ) async throws -> RunOutcome where C.Duration == Duration {
    let start = clock.now
    var inFlight: [Int] = []
    defer {
      for request in inFlight { onEvent(.requestStopped(request)) }
    }
    for moment in schedule(ofRun: run) {
      if moment.offset > .zero {
        try await clock.sleep(until: start.advanced(by: moment.offset), tolerance: nil)
      }
      try Task.checkCancellation()
      switch moment.event {
      case .requestStarted(let request): inFlight.append(request)
      case .requestStopped(let request): inFlight.removeAll { $0 == request }
      case .value, .progress: break
      }
      onEvent(moment.event)
    }
    return outcome(ofRun: run)
  }
}
