/// A claim that was sent.
struct ClaimAttempt: Sendable {
  /// The key of the run.
  let key: String
  let slot: Int
  /// The revision of the read.
  let revision: Int64
}
