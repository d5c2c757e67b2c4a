internal import Board
internal import Boundary
internal import SignalboxCore

/// The timers of actions that repeat.
@MainActor
final class Repeats {
  private struct Beat {
    let interval: Duration
    let timer: any Cancellable
    /// When the timer fires next.
    var next: Duration
  }

  /// Called when an action is due, whether or not it can start.
  var onBeat: (_ id: String) -> Void = { _ in }
  /// Whether repeats are switched on.
  private(set) var isOn = false

  private let environment: JobEnvironment
  private let now: () -> Duration
  private var beats: [String: Beat] = [:]

  /// - Parameter now: The present time, on the clock of the station.
  init(_ environment: JobEnvironment, now: @escaping () -> Duration) {
    self.environment = environment
    self.now = now
  }

  func start() { isOn = true }

  func stop() {
    isOn = false
    for beat in beats.values { beat.timer.cancel() }
    beats = [:]
  }

  /// Repeats an action, at once and then in its interval; nil stops that. If it already repeats in this
  /// interval, its times are kept, unless it is restarted.
  func set(_ id: String, every interval: Duration?, restarting: Bool = false) {
    if let beat = beats[id], beat.interval == interval, !restarting { return }
    beats.removeValue(forKey: id)?.timer.cancel()
    guard isOn, let interval else { return }
    let timer = environment.scheduler.perform(every: interval) { [environment, weak self] in
      environment.onMain { self?.beat(id) }
    }
    beats[id] = Beat(interval: interval, timer: timer, next: now() + interval)
    // After the timer is stored, because what this starts may replace or stop it.
    onBeat(id)
  }

  /// A timer may have been cancelled after its beat was sent.
  private func beat(_ id: String) {
    guard let beat = beats[id] else { return }
    beats[id]?.next = beat.next + beat.interval
    onBeat(id)
  }

  /// When an action is due next; nil if it does not repeat.
  func next(_ id: String) -> Duration? { beats[id]?.next }
}

extension Interlocking {
  /// Starts every job that repeats, at once and then in its interval, and every job that starts with the
  /// board, as soon as its guard lets it. A repeat that may not start, or still runs, is skipped until the
  /// next time.
  package func startRepeats() {
    guard !repeats.isOn else { return }
    repeats.start()
    attendFiles(!ignoresFiles)
    for job in jobs where job.definition.start == .withBoard { boardStarts.expect(job.id) }
    startDue()
    changes.tell()
    for job in jobs { repeats.set(job.id, every: job.definition.every) }
  }

  /// Stops all repeats, and starts nothing with the board any more. Running jobs continue.
  package func stopRepeats() {
    guard repeats.isOn else { return }
    repeats.stop()
    boardStarts.forgetAll()
    attendFiles(false)
    changes.tell()
  }

  func repeatNow(_ id: String) {
    guard let job = self[id], !job.moment.isRunning else { return }
    startLooked(job, by: .clock) { _ in }
  }
}
