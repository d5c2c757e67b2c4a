internal import Dispatch
internal import Jobs
internal import SignalboxCore

/// Passes what is wrong with the journal of results to a log, and to the front ends of the box.
final class ResultTrouble: Sendable {
  private struct State {
    var text: String?
    weak var board: HostedBoard?
  }

  private let state = Locked(State())
  private let log: @Sendable (String) -> Void

  init(log: @escaping @Sendable (String) -> Void) { self.log = log }

  /// Something is wrong. On any thread.
  func take(_ text: String) {
    log(text)
    state.withLock { $0.text = text }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.show() } }
  }

  /// From now on, the front ends of this board see it.
  @MainActor
  func pass(to board: HostedBoard) {
    state.withLock { $0.board = board }
    show()
  }

  @MainActor
  private func show() {
    let (text, board) = state.withLock { ($0.text, $0.board) }
    if let text { board?.trouble = text }
  }
}
