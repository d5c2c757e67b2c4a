internal import Processes
internal import SignalboxCore

/// The commands of one job that run, so that those that are being stopped can be killed.
final class StopSequences: Sendable {
  private let present = Locked<[ObjectIdentifier: StopSequence]>([:])

  func insert(_ stop: StopSequence) { present.withLock { $0[ObjectIdentifier(stop)] = stop } }

  func remove(_ stop: StopSequence) { present.withLock { $0[ObjectIdentifier(stop)] = nil } }

  /// Kills the commands that are being stopped. Others are not affected.
  func hasten() {
    for stop in present.withLock({ Array($0.values) }) { stop.hasten() }
  }
}
