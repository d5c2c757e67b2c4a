internal import Dispatch

/// The present time of a ``Timeline``, read from the clock of the system only if it is needed.
///
/// Create it without locks and use it with a lock held. Another scheduler's time is code of a user, so it is
/// read when the moment is created.
struct Moment: Sendable {
  enum Source: Sendable {
    /// The uptime at which the timeline started, in nanoseconds.
    case system(start: UInt64)
    case known(Duration)
  }

  let source: Source

  /// The time. Each use can read the clock.
  var now: Duration {
    switch source {
    case .system(let start): .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds &- start))
    case .known(let now): now
    }
  }
}
