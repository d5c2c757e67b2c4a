internal import Boundary
package import SignalboxCore

/// How often changes are sent to a screen.
@MainActor
package struct SessionPace {
  let request: (_ send: @escaping @MainActor () -> Void) -> Void
  let expectAnswer: () -> Void

  /// At most twenty times a second, except for the answer to a request.
  /// - Parameter scheduler: The main queue, or virtual time.
  package init(_ scheduler: some Scheduler) {
    let throttle = FrameThrottle(scheduler)
    request = { throttle.request($0) }
    expectAnswer = { throttle.expectAnswer() }
  }
}
