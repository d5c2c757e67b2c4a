/// A claim that was sent.
struct ClaimAttempt: Sendable {
  /// The key of the run.
  let key: String
  let slot: Int
  /// What the claim writes.
  let value: RunValue
  /// The revision of the read.
  let revision: Int64
  /// When it was sent, by the clock that runs while the machine sleeps.
  let sent: Duration
}
