internal import Board
internal import Jobs
internal import SignalboxCore

/// One moment of an action, as the headless front ends tell it.
package struct ActionReading: Equatable, Sendable {
  /// What there is to say about an action in one word.
  package enum State: String, Sendable {
    case idle, running, succeeded, failed, cancelled, refused
  }

  package var id: String
  package var state = State.idle
  /// Whether it could be started now.
  var isEnabled = true
  /// The parts of its guard that do not hold.
  package var blockedBy: [String] = []
  /// How far it is, in percent; nil when that is not known.
  var progress: Int?
  /// The exit code of the last finished run of a command; nil when it has none.
  var exitCode: Int32?
  /// What went wrong in the last finished run, if that does not count yet.
  var toleratedFailure: String?
  /// How long the last finished run took.
  var duration: Duration?
  /// What it shows as its current value.
  var value: String?
  /// How many runs have begun: the number of the last one.
  var runCount = 0

  /// True when its guard holds it. What runs is never locked: it can be cancelled.
  package var isLocked: Bool { !blockedBy.isEmpty && state != .running }

  init(id: String) { self.id = id }

  /// A run counts from its acceptance on: a job that has accepted one runs, though it has not begun the run yet.
  /// - Parameter earlier: The action as it was read before.
  mutating func countAcceptedRun(after earlier: ActionReading) {
    guard state == .running, runCount <= earlier.runCount else { return }
    runCount = earlier.state == .running ? earlier.runCount : earlier.runCount + 1
  }

  /// Reads a job, on any thread, except for its guard.
  init(_ job: Job) {
    let snapshot = job.snapshot.data
    id = job.id
    state = State(snapshot.phase)
    isEnabled = snapshot.state.enabled
    progress = snapshot.record.fraction.map { Int($0 * 100) }
    value = snapshot.record.value
    runCount = snapshot.record.runCount
    guard !snapshot.isRunning else { return }
    duration = snapshot.record.lastDuration
    toleratedFailure = snapshot.record.toleratedFailure
    if toleratedFailure == nil { exitCode = snapshot.record.lastExitCode }
  }
}

extension ActionReading.State {
  /// A failure that does not count yet is no state of its own.
  fileprivate init(_ phase: JobSnapshot.Phase) {
    self =
      switch phase {
      case .idle, .tolerated: .idle
      case .running: .running
      case .succeeded: .succeeded
      case .failed: .failed
      case .cancelled: .cancelled
      }
  }
}
