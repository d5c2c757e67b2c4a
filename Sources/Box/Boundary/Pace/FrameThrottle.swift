package import SignalboxCore

/// Limits drawing to twenty frames per second, except for the response to a key, which is immediate.
@MainActor
package final class FrameThrottle<Time: Scheduler> {
  private let scheduler: Time
  private var nextFrame: Time.SchedulerTimeType
  private var freeFrames = 0
  private var isWaiting = false

  /// - Parameter scheduler: The main queue, or virtual time.
  package init(_ scheduler: Time) {
    self.scheduler = scheduler
    nextFrame = scheduler.now
  }

  /// A key was pressed and its frame was drawn: the next frame, with what the key has started, is not delayed
  /// either.
  package func expectAnswer() {
    freeFrames = 1
    postponeNextFrame()
  }

  /// Runs `draw` now, or when enough time has passed since the last frame; further calls until then have no
  /// effect.
  package func request(_ draw: @escaping @MainActor () -> Void) {
    if freeFrames > 0 || scheduler.now >= nextFrame {
      freeFrames = max(0, freeFrames - 1)
      postponeNextFrame()
      return draw()
    }
    if isWaiting { return }
    isWaiting = true
    scheduler.schedule(after: nextFrame) { @Sendable [self] in
      MainActor.assumeIsolated {
        isWaiting = false
        postponeNextFrame()
        draw()
      }
    }
  }

  private func postponeNextFrame() {
    nextFrame = scheduler.now.advanced(by: .milliseconds(50))
  }
}
