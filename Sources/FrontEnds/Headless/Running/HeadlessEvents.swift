internal import Dispatch

/// Tells a board what happens to its sinks, which notice it on the threads that write.
package final class HeadlessEvents: Sendable {
  /// Set before anything is written.
  @MainActor weak var board: HeadlessBoard?

  package init() {}

  /// Changes and output cannot be written any more.
  /// - Parameter code: The `errno` of the write.
  package func outputFailed(_ code: Int32) { onBoard { $0.outputFailed(code) } }

  /// Messages cannot be written any more.
  package func messagesFailed(_ code: Int32) { onBoard { $0.messagesFailed(code) } }

  /// The reader of the output has caught up.
  package func outputResumed() { onBoard { $0.outputResumed() } }

  /// Lines came that are not printed.
  func linesCame() { onBoard { $0.ring() } }

  private func onBoard(_ body: @escaping @MainActor @Sendable (HeadlessBoard) -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { if let board = self.board { body(board) } } }
  }
}
