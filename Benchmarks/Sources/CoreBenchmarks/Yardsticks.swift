import SignalboxCore
import Synchronization

/// The costs of other operations in the same run, for comparison.
enum Yardsticks {
  static let lock = Mutex(0)

  static func report(_ report: Report) {
    report.time(
      "yardstick: uncontended lock and unlock", Measurement.of { lock.withLock { $0 &+= 1 } }, budget: nil)
    report.time(
      "yardstick: Just.map.sink", Measurement.of { blackHole(Just(1).map { $0 + 1 }.sink { _ in }) },
      budget: nil)
    let subject = CurrentValueSubject<Int, Never>(0)
    let subscription = subject.sink { _ in }
    report.time(
      "yardstick: CurrentValueSubject.send, one subscriber", Measurement.of { subject.send(1) }, budget: nil)
    withExtendedLifetime(subscription) {}
  }
}
