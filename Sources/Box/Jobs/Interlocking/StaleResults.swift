internal import Board
internal import Boundary
internal import SignalboxCore

/// Ends successes that are about a moment and were not renewed in time: an answer of half an hour ago does
/// not say that all is well now.
///
/// There is one timer for all actions, and none while no success can become stale.
@MainActor
final class StaleResults {
  /// Called when a success may have become stale.
  var onDue: () -> Void = {}

  private let timeline: Timeline
  private let onMain: @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void
  private var jobs: [Job] = []
  /// The timer is cancelled when it is released.
  private var armed: (deadline: Duration, timer: AnyCancellable)?

  init(
    _ timeline: Timeline,
    onMain: @escaping @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    self.timeline = timeline
    self.onMain = onMain
  }

  /// Replaces the jobs of the board.
  func watch(_ jobs: [Job]) { self.jobs = jobs.filter { $0.definition.staleAfter != nil } }

  /// The jobs whose success is stale, with the limit. Sets the timer for the others.
  /// - Parameters:
  ///   - ageTime: The present time on the clock of ages.
  ///   - now: The present time of the timeline.
  func take(ageTime: Duration, at now: Duration) -> [(job: Job, limit: Duration)] {
    var due: [(job: Job, limit: Duration)] = []
    var next: Duration?
    for job in jobs {
      guard let limit = job.definition.staleAfter, let age = job.moment.record.successAge(at: ageTime) else {
        continue
      }
      if age >= limit { due.append((job, limit)) } else { next = min(next ?? .seconds(1 << 40), limit - age) }
    }
    set(next.map { now + $0 })
    return due
  }

  /// A timer that is too early sets itself again: this is cheaper than another timer after each renewal.
  private func set(_ deadline: Duration?) {
    guard let deadline else {
      armed = nil
      return
    }
    if let armed, armed.deadline <= deadline { return }
    let timer = timeline.schedule(deadline) { [onMain, weak self] in
      onMain { self?.ring() }
    }
    armed = (deadline, AnyCancellable(timer.cancel))
  }

  private func ring() {
    armed = nil
    onDue()
  }
}

extension Interlocking {
  /// Successes that were not renewed in time become failures.
  func endStaleResults() {
    for (job, limit) in stale.take(ageTime: station.ageTime, at: station.now) {
      lapse(job, because: .stale(after: limit))
    }
  }

  /// The last success of a job counts no more.
  func lapse(_ job: Job, because failure: JobFailure) {
    let changes = job.lapse(failure)
    let definition = job.definition
    station.errors.update(
      with: failure, resetTime: definition.error.reset, priority: definition.error.priority,
      source: ErrorSource(job.id))
    if let notice = Notice(changes, of: definition, message: "\(failure)") {
      station.notices.trigger(notice)
    }
  }
}
