internal import Dispatch

/// Lets at most twenty frames a second through, and the answer to a key at once.
@MainActor
final class FrameThrottle {
  private static let interval = DispatchTimeInterval.milliseconds(50)

  private var nextFrame = DispatchTime(uptimeNanoseconds: 0)
  private var freeFrames = 0
  private var isWaiting = false

  /// A key was pressed, and its frame is drawn: the one for what the key has started comes without delay, too.
  func expectAnswer() {
    freeFrames = 1
    nextFrame = .now() + Self.interval
  }

  /// Runs `draw` now, or as soon as the last frame is old enough; further calls until then have no effect.
  func request(_ draw: @escaping @MainActor () -> Void) {
    let now = DispatchTime.now()
    if freeFrames > 0 || now >= nextFrame {
      freeFrames = max(0, freeFrames - 1)
      nextFrame = now + Self.interval
      return draw()
    }
    if isWaiting { return }
    isWaiting = true
    DispatchQueue.main.asyncAfter(deadline: nextFrame) { [self] in
      MainActor.assumeIsolated {
        isWaiting = false
        nextFrame = .now() + Self.interval
        draw()
      }
    }
  }
}
