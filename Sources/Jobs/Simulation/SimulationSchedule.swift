import Board

extension Simulation {
  /// What happens in a run.
  enum Event: Sendable, Equatable {
    case requestStarted(Int)
    case requestStopped(Int)
    case value(String)
    case progress(completed: Int, of: Int)
  }

  /// How a run ends.
  enum RunOutcome: Sendable, Equatable {
    case succeeded
    case failed(String)
  }

  /// What happens how long after the start of a run.
  struct Moment: Sendable, Equatable {
    var offset: Duration
    var event: Event

    init(_ offset: Duration, _ event: Event) {
      self.offset = offset
      self.event = event
    }
  }

  /// How run number `run` ends, after `duration`. The first run is number 1.
  func outcome(ofRun run: Int) -> RunOutcome {
    fails(run: run) ? .failed(failure) : .succeeded
  }

  /// All that happens in run number `run`, in order of time; the same every time it is asked.
  ///
  /// A run that fails never reports its last step. At one moment, requests start first and stop last.
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
    // `sorted` is stable, so what is at one moment stays in the order of the lists above.
    return moments.sorted { $0.offset < $1.offset }
  }

  /// How long after the first request this one starts; mirrored, how long before the last one it stops.
  private func lead(of request: Int) -> Duration {
    duration * request / (2 * requests)
  }
}
