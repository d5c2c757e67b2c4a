internal import Boundary
internal import Cluster

/// A press of a shared action that is not decided.
struct ClusterPress {
  let action: String
  let input: String?
  let cause: StartCause
  /// Identifies the press among those of the box; nil if it cannot be given up alone.
  let ticket: StartTicket?
  /// Called once: with the right to run, or with the reason why not. Returns false if the run does not start
  /// in spite of that.
  let onVerdict: @MainActor (Result<Claim, ClusterLink.Refusal>) -> Bool
  var id = PressID(0)
  var isQueued = false

  init(
    _ action: String, input: String?, cause: StartCause, ticket: StartTicket?,
    onVerdict: @escaping @MainActor (Result<Claim, ClusterLink.Refusal>) -> Bool
  ) {
    (self.action, self.input, self.cause, self.ticket) = (action, input, cause, ticket)
    self.onVerdict = onVerdict
  }
}

extension StartCause {
  /// As other machines show it, which do not have its files.
  var wordsElsewhere: String {
    if case .files = self { return "changed files" }
    return words() ?? (self == .clock ? "repeated" : "pressed")
  }
}
