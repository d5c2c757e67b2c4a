internal import Board
internal import SignalboxCore

/// The timers of the actions that repeat.
@MainActor
final class Repeats {
  private struct Beat {
    let interval: Duration
    let timer: any Cancellable
  }

  /// Called when an action is due; whether it can start is not known here.
  var onBeat: (_ id: String) -> Void = { _ in }
  /// Whether anything repeats, as far as it wants to.
  private(set) var isOn = false

  private let environment: JobEnvironment
  private var beats: [String: Beat] = [:]

  init(_ environment: JobEnvironment) { self.environment = environment }

  func start() { isOn = true }

  func stop() {
    isOn = false
    for beat in beats.values { beat.timer.cancel() }
    beats = [:]
  }

  /// Lets an action repeat, at once and then in its interval; nil ends that. One that repeats in this interval already
  /// keeps its rhythm, unless it is to begin anew.
  func set(_ id: String, every interval: Duration?, anew: Bool = false) {
    if let beat = beats[id], beat.interval == interval, !anew { return }
    beats.removeValue(forKey: id)?.timer.cancel()
    guard isOn, let interval else { return }
    let timer = environment.scheduler.perform(every: interval) { [environment, weak self] in
      environment.onMain { self?.beat(id) }
    }
    beats[id] = Beat(interval: interval, timer: timer)
    // Not before the timer is kept: what this starts may set it or stop it.
    onBeat(id)
  }

  /// A timer may be cancelled when its beat is on its way already.
  private func beat(_ id: String) {
    if beats[id] != nil { onBeat(id) }
  }
}

extension Interlocking {
  /// From now on starts every job that repeats, at once and then in its interval. One that may not start, or still
  /// runs, is passed over until the next time.
  package func startRepeats() {
    guard !repeats.isOn else { return }
    repeats.start()
    for job in jobs { repeats.set(job.id, every: job.definition.every) }
  }

  /// Starts nothing by itself any more; what runs goes on.
  package func stopRepeats() { repeats.stop() }

  func repeatNow(_ id: String) {
    if self[id]?.moment.isRunning == false { start(id, by: .clock) }
  }
}
