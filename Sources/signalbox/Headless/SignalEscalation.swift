internal import Curses
internal import Dispatch
internal import Jobs
internal import Synchronization

/// What a signal does at once, even while the main actor is held up: the first lets go of what waits for a slow reader,
/// the second kills.
///
/// What takes time, such as cancelling and waiting for the end, is up to ``HeadlessBoard``.
final class SignalEscalation: Sendable {
  private let count = Atomic(0)
  private let onFirst: @Sendable () -> Void

  /// - Parameter onFirst: Called when the first signal arrives, on the thread that takes signals.
  init(onFirst: @escaping @Sendable () -> Void) { self.onFirst = onFirst }

  /// A signal has arrived. From any thread, one call after the other.
  func take(_ signal: Int32) {
    if count.add(1, ordering: .relaxed).oldValue == 0 { onFirst() } else { Self.end(bySignal: signal) }
  }

  /// Kills every command and ends the program by the signal, from any thread.
  static func end(bySignal signal: Int32) -> Never {
    ProcessGroups.shared.killAll()
    // Standard error may be a pipe that is full and not read.
    let isWritten = DispatchSemaphore(value: 0)
    DispatchQueue(label: "signalbox.last-message").async {
      Message.writeSurvivors()
      isWritten.signal()
    }
    _ = isWritten.wait(timeout: .now() + .seconds(1))
    ProcessEnd.bySignal(signal)
  }
}
