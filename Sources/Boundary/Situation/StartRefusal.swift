internal import Board

extension ActionStatus {
  /// Why a start would be refused now, without the name of the action; nil if it would be accepted.
  /// - Parameters:
  ///   - input: The input of the start; nil for none.
  ///   - restarts: Whether the start waits for the end of the present run, so that this does not prevent it.
  package func refusal(input: String?, restarts: Bool = false) -> String? {
    switch pendingChange {
    case .replacement where restarts: break
    case .replacement: return "still runs as the board had it before"
    case .removal: return "is no longer on the board and still runs"
    case nil: break
    }
    let inputs = description.buttons.map(\.input)
    guard inputs.isEmpty || inputs.contains(where: { $0 == input }) else {
      return "needs an input: \(inputs.joined(separator: ", "))"
    }
    guard verdict.isPassing else { return "\(verdict)" }
    if isEnabled || restarts { return nil }
    if isCancelling { return "is being cancelled" }
    return switch description.whileRunning {
    case .reject, .restart: "is running"
    case .queue: "is running, with \(waiting) waiting"
    case .concurrent: "is running \(running) times"
    }
  }
}
