public import Dispatch

/// The default scheduler of timers: one serial queue, shared by the whole process.
///
/// ```swift
/// let tracker = ErrorTracker(scheduler: SharedTimers.queue)  // the same as ErrorTracker()
/// ```
public enum SharedTimers {
  /// The queue. Its label is `signalbox.timers`. Only the timers of this library run on it.
  public static let queue = DispatchQueue(label: "signalbox.timers")
}

/// The time of a scheduler, counted from the creation of the timeline.
///
/// Trackers that are created with the same timeline have the same time: an error's ``ErrorReport/since`` can
/// be compared with an activity's ``ActivityIndicator/Running/since``, and with ``now``. A program creates
/// one timeline and passes it to everything that needs the time.
///
/// ```swift
/// let timeline = Timeline()
/// let activity = ActivityIndicator<String>(timeline: timeline)
/// let errors = ErrorTracker(timeline: timeline)
/// errors.update(with: Offline())
/// if let report = errors.reports.data.first {
///   print("offline for \(timeline.now - report.since)")
/// }
/// ```
///
/// A test creates it with a `TestScheduler`, so that the time of the whole program is virtual.
public struct Timeline: Sendable {
  /// Reads the time of the scheduler; nil if it is the time of the system.
  private let readNow: (@Sendable () -> Duration)?
  /// The uptime of the system at the creation, in nanoseconds.
  private let start: UInt64
  /// Runs a block once at a time on the same scale, at least one turn of the scheduler later.
  package let schedule:
    @Sendable (_ deadline: Duration, _ block: @escaping @Sendable () -> Void) -> any Cancellable

  /// The time since the creation of the timeline.
  public var now: Duration { moment.now }

  /// The time since the creation of the timeline, in nanoseconds, which take half of the memory.
  @usableFromInline var nanoseconds: Int64 {
    guard let readNow else { return Int64(DispatchTime.now().uptimeNanoseconds &- start) }
    let (seconds, attoseconds) = readNow().components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// The present time, which is read only if it is needed. Call without locks.
  var moment: Moment {
    if let readNow { return Moment(source: .known(readNow())) }
    return Moment(source: .system(start: start))
  }

  /// Creates a timeline that starts at zero now.
  ///
  /// - Parameter scheduler: The source of the time and of timers.
  public init<Source: Scheduler & Sendable>(_ scheduler: Source = SharedTimers.queue) {
    let start = UncheckedSendable(scheduler.now)
    self.start = DispatchTime.now().uptimeNanoseconds
    if scheduler is DispatchQueue {
      // The usual case, without conversions between the types of the scheduler.
      readNow = nil
    } else {
      readNow = { Self.duration(start.value.distance(to: scheduler.now)) }
    }
    schedule = { deadline, block in
      let once = OnceTimer()
      let date = start.value.advanced(by: Self.stride(deadline))
      // Only the repeating form can be cancelled. It cancels itself when it fires for the first time.
      let timer = scheduler.schedule(
        after: date, interval: .seconds(86_400), tolerance: scheduler.minimumTolerance, options: nil
      ) {
        once.cancel()
        block()
      }
      once.hold(timer)
      return once
    }
  }

  private static func stride<Stride: SchedulerTimeIntervalConvertible>(_ duration: Duration) -> Stride {
    // A century is long enough, and far from an overflow in the arithmetic of a scheduler.
    let (seconds, attoseconds) = min(duration, .seconds(100 * 365 * 86_400)).components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }

  /// Combine's strides can be created from nanoseconds but not read, so a stride of an unknown type is
  /// measured by comparisons.
  private static func duration<Stride: SchedulerTimeIntervalConvertible & Comparable>(
    _ stride: Stride
  ) -> Duration {
    if let dispatch = stride as? DispatchQueue.SchedulerTimeType.Stride {
      return .nanoseconds(dispatch.magnitude)
    }
    // On a scheduler without time, like Combine's immediate one, every stride is the same.
    guard .seconds(0) < Stride.seconds(1) else { return .zero }
    var low = 0
    var high = 1
    while high < Int.max / 4, .nanoseconds(high) <= stride { (low, high) = (high, high * 2) }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if .nanoseconds(middle) <= stride { low = middle } else { high = middle }
    }
    return .nanoseconds(low)
  }
}

/// A timer that is cancelled when it fires for the first time, even if that happens before ``hold(_:)``.
private final class OnceTimer: Cancellable, Sendable {
  private let state = Locked((timer: nil as (any Cancellable)?, isOver: false))

  func hold(_ timer: any Cancellable) {
    let isLate = state.withLock {
      if !$0.isOver { $0.timer = timer }
      return $0.isOver
    }
    if isLate { timer.cancel() }
  }

  func cancel() {
    let timer = state.withLock { state in
      state.isOver = true
      defer { state.timer = nil }
      return state.timer
    }
    timer?.cancel()
  }
}
