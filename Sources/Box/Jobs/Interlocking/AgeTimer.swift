internal import Board
internal import SignalboxCore

/// The timer for the next time at which a comparison of an age in a guard changes.
///
/// There is one timer for all guards, and none while no comparison can change.
@MainActor
final class AgeTimer {
  /// Ages are read on another clock than that of the timer, so the same deadline is not computed exactly
  /// again.
  private static let tolerance = Duration.milliseconds(1)

  /// Called when a comparison may have changed.
  var onChange: () -> Void = {}

  private let timeline: Timeline
  private let onMain: @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void
  /// The ages at which comparisons change, in ascending order, by the names of the actions.
  private var thresholds: [String: [Duration]] = [:]
  /// The timer is cancelled when it is released.
  private var armed: (deadline: Duration, timer: AnyCancellable)?

  init(
    _ timeline: Timeline,
    onMain: @escaping @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    self.timeline = timeline
    self.onMain = onMain
  }

  /// Replaces the ages at which comparisons change.
  func watch(_ thresholds: [AgeThreshold]) {
    self.thresholds = Dictionary(grouping: Set(thresholds), by: \.action).mapValues { $0.map(\.age).sorted() }
  }

  /// Sets the timer for these facts.
  func set(_ facts: BoardFacts, at now: Duration) {
    let deadline = timeToNextChange(of: facts).map { now + $0 }
    if let deadline, let armed, Self.isSame(deadline, armed.deadline) { return }
    if deadline == nil, armed == nil { return }
    armed = deadline.map { deadline in
      let timer = timeline.schedule(deadline) { [onMain, weak self] in
        onMain { self?.ring() }
      }
      return (deadline, AnyCancellable(timer.cancel))
    }
  }

  private static func isSame(_ one: Duration, _ other: Duration) -> Bool {
    one < other + tolerance && other < one + tolerance
  }

  /// Ages that are known grow, and pass the lowest of the higher thresholds next.
  private func timeToNextChange(of facts: BoardFacts) -> Duration? {
    thresholds.compactMap { id, thresholds in
      guard let age = facts.actions[id]?.age else { return nil }
      return thresholds.first { $0 > age }.map { $0 - age }
    }.min()
  }

  /// The change sets the timer again, also if this one was replaced after it had fired.
  private func ring() {
    armed = nil
    onChange()
  }
}
