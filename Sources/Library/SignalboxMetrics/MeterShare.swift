#if Metrics
internal import CoreMetrics
internal import SignalboxCore

/// The part of a meter's value that comes from one object. It is taken back when the object is released.
///
/// Objects with the same name and dimensions share a meter, which therefore counts all of them.
final class MeterShare: Sendable {
  private let meter: Meter
  private let value = Locked(0)

  init(_ meter: Meter) { self.meter = meter }

  deinit { set(0) }

  /// Sets the part. Call in order, without locks.
  func set(_ new: Int) {
    let step = value.withLock { value in
      defer { value = new }
      return new - value
    }
    if step > 0 { meter.increment(by: Double(step)) }
    if step < 0 { meter.decrement(by: Double(-step)) }
  }
}
#endif
