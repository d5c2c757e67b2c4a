/// What happens to runs that were started by panels when the last panel has gone.
public enum DetachPolicy: String, Sendable, CaseIterable {
  /// They continue.
  case leave
  /// They are cancelled.
  case stop
}
