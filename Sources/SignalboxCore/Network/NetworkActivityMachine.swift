/// Decides when a network indicator is visible: a pure state machine.
struct NetworkActivityMachine: Sendable {
  enum State: Equatable, Sendable {
    case inactive
    case delayingStart(until: Duration)
    case visible(since: Duration)
    case delayingCompletion(since: Duration, until: Duration)
  }

  var startDelay: Duration = .seconds(1)
  var completionDelay: Duration = .milliseconds(200)
  var minimumVisibleTime: Duration = .zero
  private(set) var isEnabled = true
  private(set) var state = State.inactive
  private var inFlight: Set<RequestID> = []
  /// Stops without a start. Each of them swallows one start.
  private var earlyStops = RecentRequests()
  /// Requests that were stopped: a further stop is a repetition, not an early stop.
  private var finished = RecentRequests()

  var requestCount: Int { inFlight.count }

  var isVisible: Bool {
    switch state {
    case .inactive, .delayingStart: false
    case .visible, .delayingCompletion: true
    }
  }

  /// The time at which ``timePassed(now:)`` must be called; nil if no change is due.
  var deadline: Duration? {
    switch state {
    case .delayingStart(let until), .delayingCompletion(_, let until): until
    case .inactive, .visible: nil
    }
  }

  mutating func start(_ id: RequestID, now: Duration) {
    if earlyStops.remove(id, now: now) { return }
    guard inFlight.insert(id).inserted else { return }
    guard isEnabled else { return }
    switch state {
    case .inactive: state = .delayingStart(until: now + startDelay)
    case .delayingCompletion(let since, _): state = .visible(since: since)
    case .delayingStart, .visible: break
    }
  }

  mutating func stop(_ id: RequestID, now: Duration) {
    guard inFlight.remove(id) != nil else {
      // Only names can be stopped before they are started: start and stop can come from different threads.
      // The identifier of a released task can be reused.
      if case .name = id, !finished.contains(id, now: now) { earlyStops.insert(id, now: now) }
      return
    }
    // A token ends once, so only names can be stopped twice.
    if case .name = id { finished.insert(id, now: now) }
    guard inFlight.isEmpty else { return }
    switch state {
    case .delayingStart: state = .inactive
    case .visible(let since):
      let until = max(now + completionDelay, since + minimumVisibleTime)
      state = .delayingCompletion(since: since, until: until)
    case .inactive, .delayingCompletion: break
    }
  }

  mutating func setEnabled(_ isEnabled: Bool, now: Duration) {
    guard isEnabled != self.isEnabled else { return }
    self.isEnabled = isEnabled
    state = isEnabled && !inFlight.isEmpty ? .delayingStart(until: now + startDelay) : .inactive
  }

  mutating func timePassed(now: Duration) {
    guard let deadline, deadline <= now else { return }
    switch state {
    case .delayingStart: state = .visible(since: now)
    case .delayingCompletion: state = .inactive
    case .inactive, .visible: break
    }
  }
}
