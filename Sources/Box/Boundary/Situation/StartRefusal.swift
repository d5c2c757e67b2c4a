package import Board

extension ActionStatus {
  /// Why a start would be refused now, without the name of the action; nil if it would be accepted.
  /// - Parameters:
  ///   - input: The input of the start; nil for none.
  ///   - restarts: Whether the start waits for the end of the present run, so that this does not prevent it.
  package func refusal(input: InputValues?, restarts: Bool = false) -> String? {
    refusalByChange(restarts: restarts) ?? description.form.problem(in: input)?.description
      ?? refusalByState(restarts: restarts)
  }

  /// Why a start of a shared action is refused before other machines are asked; nil if they decide.
  package func refusalOfRequest(input: InputValues?) -> String? {
    refusalByChange(restarts: false) ?? description.form.problem(in: input)?.description
  }

  /// Why a start would be refused now with any input; nil if one is accepted.
  package var refusal: String? { refusalByChange(restarts: false) ?? refusalByState(restarts: false) }

  private func refusalByChange(restarts: Bool) -> String? {
    switch pendingChange {
    case .replacement where restarts: nil
    case .replacement: "still runs as the board had it before"
    case .removal: "is no longer on the board and still runs"
    case nil: nil
    }
  }

  private func refusalByState(restarts: Bool) -> String? {
    if let obstacle = shared?.obstacle { return obstacle }
    guard verdict.isPassing else { return "\(verdict)" }
    if let run = shared?.lostRun { return "may be running on \(run.place), which does not respond" }
    if isEnabled || restarts { return nil }
    if isCancelling { return "is being cancelled" }
    if !isRunning, let run = shared?.runs.first { return "is running on \(run.place)" }
    return switch description.whileRunning {
    case .reject, .restart: "is running"
    case .queue: "is running, with \(waiting) waiting"
    case .concurrent: "is running \(running) times"
    }
  }
}
