/// What makes an action the same for the boxes of all machines.
public struct SharedPolicy: Sendable, Equatable {
  /// How many runs of a shared action there can be at once, at most.
  public static let slotLimit = 20

  /// The time after which a lost run counts as ended; nil if only a person can decide that.
  ///
  /// A run is lost if its machine does not respond any more: it may have ended, and it may be running.
  public let freeAfter: Duration?

  public init(freeAfter: Duration? = nil) { self.freeAfter = freeAfter }
}
