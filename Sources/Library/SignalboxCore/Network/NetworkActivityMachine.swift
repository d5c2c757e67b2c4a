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
  private var requests = OpenRequests()

  var requestCount: Int { requests.count }

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

  // A time is passed as an autoclosure where most calls do not need it, because reading a clock is slow.

  mutating func start(_ name: String, now: @autoclosure () -> Duration) {
    if requests.start(name, now: now()) { requestStarted(now: now()) }
  }

  mutating func stop(_ name: String, now: Duration) {
    if requests.stop(name, now: now) { requestEnded(now: now) }
  }

  mutating func start(_ task: ObjectIdentifier, now: @autoclosure () -> Duration) {
    if requests.start(task) { requestStarted(now: now()) }
  }

  mutating func stop(_ task: ObjectIdentifier, now: @autoclosure () -> Duration) {
    if requests.stop(task) { requestEnded(now: now()) }
  }

  mutating func beginToken(now: @autoclosure () -> Duration) {
    requests.beginToken()
    requestStarted(now: now())
  }

  /// Call once for each call of ``beginToken(now:)``.
  mutating func endToken(now: @autoclosure () -> Duration) {
    requests.endToken()
    requestEnded(now: now())
  }

  private mutating func requestStarted(now: @autoclosure () -> Duration) {
    guard isEnabled else { return }
    switch state {
    case .inactive: state = .delayingStart(until: now() + startDelay)
    case .delayingCompletion(let since, _): state = .visible(since: since)
    case .delayingStart, .visible: break
    }
  }

  private mutating func requestEnded(now: @autoclosure () -> Duration) {
    guard requests.count == 0 else { return }
    switch state {
    case .delayingStart: state = .inactive
    case .visible(let since):
      let until = max(now() + completionDelay, since + minimumVisibleTime)
      state = .delayingCompletion(since: since, until: until)
    case .inactive, .delayingCompletion: break
    }
  }

  mutating func setEnabled(_ isEnabled: Bool, now: Duration) {
    guard isEnabled != self.isEnabled else { return }
    self.isEnabled = isEnabled
    state = isEnabled && requestCount > 0 ? .delayingStart(until: now + startDelay) : .inactive
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
