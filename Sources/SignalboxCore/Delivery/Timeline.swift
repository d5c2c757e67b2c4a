public import Dispatch

/// The scheduler that timers use unless another one is given: one serial queue, shared by the whole process.
public enum SharedTimers {
  public static let queue = DispatchQueue(label: "signalbox.timers")
}

/// A scheduler without its type: what time it is since an object's creation, and one timer.
@usableFromInline struct Timeline: Sendable {
  /// The time since this was made.
  @usableFromInline let now: @Sendable () -> Duration
  /// Runs a block once at a time on the same scale, at least one turn of the scheduler later.
  let schedule: @Sendable (_ deadline: Duration, _ block: @escaping @Sendable () -> Void) -> any Cancellable

  @usableFromInline init<Source: Scheduler & Sendable>(_ scheduler: Source) {
    let start = UncheckedSendable(scheduler.now)
    if scheduler is DispatchQueue {
      // The usual case, without a detour by the scheduler's types.
      let start = DispatchTime.now().uptimeNanoseconds
      now = { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds &- start)) }
    } else {
      now = { Self.duration(start.value.distance(to: scheduler.now)) }
    }
    schedule = { deadline, block in
      let once = OnceTimer()
      let date = start.value.advanced(by: Self.stride(deadline))
      // Only the repeating form can be cancelled; a day is long enough for the first turn to do so.
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
    // A century is for ever, and far from where a scheduler's arithmetic overflows.
    let (seconds, attoseconds) = min(duration, .seconds(100 * 365 * 86_400)).components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }

  /// Combine's strides can be made from nanoseconds but not read, so a stride of unknown kind is measured by comparing.
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

/// A timer that is cancelled by its own first turn, even if that comes before the timer has been handed over.
private final class OnceTimer: Cancellable, @unchecked Sendable {
  private let lock = Lock()
  private var timer: (any Cancellable)?
  private var isOver = false

  func hold(_ timer: any Cancellable) {
    let isLate = lock.withLock {
      if !isOver { self.timer = timer }
      return isOver
    }
    if isLate { timer.cancel() }
  }

  func cancel() {
    let timer = lock.withLock {
      isOver = true
      defer { self.timer = nil }
      return self.timer
    }
    timer?.cancel()
  }
}

/// Carries a value whose type was never marked Sendable though it is one: a scheduler's time, a subscription.
struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
