/// Decides when changes that come quickly are delivered: a state machine without a clock.
struct Pacer<Value: Sendable>: Sendable {
  enum Rule: Sendable {
    /// After this time without a change.
    case quiet(Duration)
    /// At most once in this time: the last of the changes that wait, or else the first.
    case interval(Duration, latest: Bool)
  }

  private let rule: Rule
  private var waiting: Value?
  /// When a waiting change is delivered, and the earliest time at which one does not have to wait.
  private var due: Duration

  init(_ rule: Rule, now: Duration) {
    self.rule = rule
    due = now
    open(now)
  }

  /// When ``ring(now:)`` has something to deliver; nil if nothing waits.
  var deadline: Duration? { waiting == nil ? nil : due }

  /// Accepts a change. Returns what to deliver at once, and a value that waited and never will be delivered.
  mutating func receive(_ value: Value, now: Duration) -> (due: Value?, superseded: Value?) {
    switch rule {
    case .quiet(let time):
      due = now + max(time, .zero)
    case .interval(_, let latest):
      if waiting == nil, now >= due {
        open(now)
        return (value, nil)
      }
      if waiting != nil, !latest { return (nil, value) }
    }
    defer { waiting = value }
    return (nil, waiting)
  }

  /// Returns the value that is due now, if one is.
  mutating func ring(now: Duration) -> Value? {
    guard let value = waiting, now >= due else { return nil }
    waiting = nil
    open(now)
    return value
  }

  /// A value was delivered.
  private mutating func open(_ now: Duration) {
    if case .interval(let time, _) = rule { due = now + max(time, .zero) }
  }
}
