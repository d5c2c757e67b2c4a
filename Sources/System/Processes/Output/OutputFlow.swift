internal import Synchronization

/// Stops reading output while its consumer is behind.
///
/// A command whose output is not read fills its pipe and waits, as it does when it is piped into a slow
/// program; its run does not end before its output is read. So the consumer buffers a bounded amount and
/// blocks no thread.
package final class OutputFlow: Sendable {
  private let isHeldNow = Atomic(false)
  private let onResume = Mutex<(@Sendable () -> Void)?>(nil)

  package init() {}

  /// Whether reading has stopped.
  package var isHeld: Bool { isHeldNow.load(ordering: .acquiring) }

  /// Stops reading, from any thread. A read in progress still delivers its bytes.
  package func hold() { isHeldNow.store(true, ordering: .releasing) }

  /// Resumes reading, from any thread.
  package func resume() {
    guard isHeldNow.exchange(false, ordering: .acquiringAndReleasing) else { return }
    OutputThread.shared?.perform {}
    onResume.withLock { $0 }?()
  }

  /// Calls a closure whenever reading resumes after it was stopped, on the thread that resumes it.
  package func whenResumed(_ closure: @escaping @Sendable () -> Void) { onResume.withLock { $0 = closure } }
}
