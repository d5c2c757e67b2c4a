import Board
internal import Boundary

extension Simulation {
  /// An event of a run.
  enum Event: Sendable, Equatable {
    case requestStarted(Int)
    case requestStopped(Int)
    case value(String)
    case progress(completed: Int, of: Int)
  }

  /// An event at a time after the start of a run.
  struct Moment: Sendable, Equatable {
    var offset: Duration
    var event: Event

    init(_ offset: Duration, _ event: Event) {
      self.offset = offset
      self.event = event
    }
  }

  /// The outcome of run number `run`, after `duration`. The first run has number 1.
  func outcome(ofRun run: Int) -> RunOutcome {
    fails(run: run) ? .failed(failure) : .succeeded
  }

  /// The events of run number `run`, in order of time. The result is deterministic.
  ///
  /// A run that fails never reports its last step. At the same moment, requests start first and stop last.
  func schedule(ofRun run: Int) -> [Moment] {
    let fails = outcome(ofRun: run) != .succeeded
    var moments = (0..<requests).map { Moment(lead(of: $0), .requestStarted($0)) }
    if let value { moments.append(Moment(.zero, .value(value))) }
    if steps > 0 {
      moments += (0...(fails ? steps - 1 : steps)).map { step in
        Moment(duration * step / steps, .progress(completed: step, of: steps))
      }
    }
    moments += (0..<requests).map { request in
      Moment(duration - lead(of: requests - 1 - request), .requestStopped(request))
    }
    // `sorted` is stable, so events of the same moment keep the order of the lists above.
    return moments.sorted { $0.offset < $1.offset }
  }

  /// The time between the start of the first request and that of this one, which is also the time between the
  /// ends.
  private func lead(of request: Int) -> Duration {
    duration * request / (2 * requests)
  }
}
