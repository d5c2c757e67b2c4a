internal import Synchronization

/// What a signal does at once, even while the main actor is blocked: the first one releases what waits for a
/// slow reader, the second one kills.
///
/// ``HeadlessBoard`` does what takes time, such as cancelling and waiting for the end.
final class SignalEscalation: Sendable {
  private let count = Atomic(0)
  private let onFirst: @Sendable () -> Void
  private let onLater: @Sendable (_ signal: Int32) -> Void

  /// - Parameters:
  ///   - onFirst: Called when the first signal arrives.
  ///   - onLater: Called when any later signal arrives.
  init(onFirst: @escaping @Sendable () -> Void, onLater: @escaping @Sendable (_ signal: Int32) -> Void) {
    self.onFirst = onFirst
    self.onLater = onLater
  }

  /// Takes a signal that has arrived. From any thread, one call after the other.
  func take(_ signal: Int32) {
    if count.add(1, ordering: .relaxed).oldValue == 0 { onFirst() } else { onLater(signal) }
  }
}
