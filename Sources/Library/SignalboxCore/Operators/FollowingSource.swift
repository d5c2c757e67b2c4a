/// The value of a follower as live data. It retains the sources that the follower is connected to.
///
/// `@unchecked Sendable`, because its superclass is: its own properties are constants.
final class FollowingSource<Value: Sendable>: LiveSource<Value>, @unchecked Sendable {
  private let follower: Follower<Value>
  private let sources: [AnyObject]

  init(_ follower: Follower<Value>, of sources: AnyObject...) {
    self.follower = follower
    self.sources = sources
    super.init(broadcast: follower.cell.broadcast)
  }

  override var value: Value { follower.value }

  override func versionHoldingLock() -> (UInt64, DeferredWork) { follower.cell.versionHoldingLock() }

  override func captureHoldingLock() -> (Capture, DeferredWork) { follower.cell.captureHoldingLock() }

  /// Retains the source, because nothing else retains live data that is derived in an expression.
  override var reference: @Sendable () -> LiveSource<Value>? { { self } }
}
