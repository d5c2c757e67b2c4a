package import Board

/// What the cluster has to know about an action with `shared: true`.
package struct SharedAction: Sendable, Equatable {
  /// Its name in the board.
  package var id: String
  /// A digest of its work and its guard. It is locked while living hosts have different ones.
  package var digest: String
  /// How many of its runs can be in progress in the realm.
  package var slots: Int
  /// How many starts can wait while all slots are taken; nil if a start is then refused.
  package var queueLimit: Int?
  /// The facts that its guard reads. Those of actions that are not shared are the host's own affair.
  package var references: [GuardFact]
  /// After which time any member may end a run that starts now, if its host is gone; nil if only a person
  /// may.
  package var freeAfter: Duration?

  package init(
    id: String, digest: String, slots: Int = 1, queueLimit: Int? = nil, references: [GuardFact] = [],
    freeAfter: Duration? = nil
  ) {
    self.id = id
    self.digest = digest
    self.slots = slots
    self.queueLimit = queueLimit
    self.references = references
    self.freeAfter = freeAfter
  }
}
