/// Somebody wants to start a shared action of this board.
package struct Press: Sendable, Equatable {
  package var id: PressID
  package var action: String
  /// The name of the run that it becomes: random.
  package var run: RunID
  package var user: String
  package var input: String?
  /// Why it starts, as shown: "a key", "with the board".
  package var cause: String

  package init(
    id: PressID, action: String, run: RunID, user: String, input: String? = nil, cause: String
  ) {
    self.id = id
    self.action = action
    self.run = run
    self.user = user
    self.input = input
    self.cause = cause
  }
}

/// What became of a press. Every press gets exactly one verdict that is final: granted or refused.
package enum PressVerdict: Sendable, Equatable {
  /// etcd has not answered yet.
  case asking
  /// It waits for a run to end, as the one at this position, from 1.
  case queued(position: Int)
  case granted(Claim)
  /// Why not, as a part of a sentence: "is running on ada's laptop", "needs build.succeeded".
  case refused(String)
  /// Why etcd could not be asked, also as a part of a sentence.
  case unavailable(String, mayPass: Bool)

  package var isFinal: Bool {
    switch self {
    case .asking, .queued: false
    case .granted, .refused, .unavailable: true
    }
  }
}

/// What the other machines know of the end of a run.
package enum EndVerdict: Sendable, Equatable {
  /// They know it.
  case known
  /// They do not, and never will: somebody has taken the run over, or etcd has lost it. The text is a part of
  /// a sentence.
  case refused(String)
  /// etcd has not answered in time. It is told as soon as it does.
  case unknown(String)
}

/// The right to run an action, until the run ends or is taken over.
package struct Claim: Sendable, Equatable {
  package var run: RunID
  /// The create revision of its key. Later claims have higher ones.
  package var fence: Int64
  package var slot: Int
}
