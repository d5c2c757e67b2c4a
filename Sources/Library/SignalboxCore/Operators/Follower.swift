/// A value that changes when other live data changes, and that is stored, because it depends on earlier
/// changes or on the time.
///
/// ``FollowerTies`` connect it to the other live data from its creation until it is released, so it misses no
/// change while nobody observes it.
final class Follower<Value: Sendable>: Sendable {
  let cell: StoredSource<Value>
  private let ties: FollowerTies<Value>

  fileprivate init(_ first: Value, _ ties: FollowerTies<Value>) {
    self.ties = ties
    let connection = Broadcast<Value>.Connection(
      connect: { _ in ties.retain() }, disconnect: { _ in ties.release() })
    cell = StoredSource(first, broadcast: Broadcast(outbox: ties.outbox, connection: connection))
  }

  deinit { ties.cut() }

  /// The present value.
  var value: Value { cell.value }

  /// Stores a value and delivers it. Only a step of the ties may call this.
  func store(_ value: Value) {
    let (old, version) = cell.broadcast.outbox.lock.withLock { (cell.replace(value), cell.version) }
    cell.broadcast.deliver(value, version: version)
    withExtendedLifetime(old) {}
  }
}

/// What ties a follower to the live data that it follows.
///
/// What a follower makes of a change is computed in a step of its outbox: one change at a time, without a
/// lock. The ties come first: changes wait until the follower begins with its first value.
///
/// The sources retain the ties, and the ties retain the follower while it is observed. An observed follower
/// therefore lives as long as a source, even if nobody holds its live data; one that is not observed lives as
/// long as its live data.
final class FollowerTies<Value: Sendable>: Sendable {
  /// A connection to a broadcast.
  struct Tie: Sendable {
    let cut: @Sendable () -> Void
  }

  private struct State {
    weak var follower: Follower<Value>?
    /// The same while it is observed.
    var retained: Follower<Value>?
    var sourceCount = 0
    var ties: [Tie] = []

    mutating func takeRetained() -> Follower<Value>? {
      defer { retained = nil }
      return retained
    }
  }

  let outbox = Outbox()
  private let state = Locked(State())

  init() {
    // Until `begin`.
    _ = outbox.lock.withLock { outbox.claim() }
  }

  // MARK: Before it begins

  /// Follows the changes of a source from now on. Returns its present value.
  /// - Parameter onChange: Called in a step for each later change.
  func follow<Input: Sendable>(
    _ source: LiveSource<Input>, _ onChange: @escaping @Sendable (Follower<Value>, Input) -> Void
  ) -> @Sendable () -> Input {
    state.withLock { $0.sourceCount += 1 }
    let (tie, present) = attach(FollowerRelay(self, isSource: true, onChange), to: source)
    onCut(tie.cut)
    return present
  }

  /// Calls a closure when the follower is released.
  func onCut(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.ties.append(Tie(cut: body)) }
  }

  /// Creates the follower, and runs what has waited for it.
  func begin(with first: Value) -> Follower<Value> {
    let follower = Follower(first, self)
    state.withLock { $0.follower = follower }
    outbox.finish()
    return follower
  }

  // MARK: Later

  /// Follows the changes of a source until the tie is cut. Such a source does not keep an observed follower
  /// alive. Returns the present value.
  func follow<Input: Sendable>(
    untilCut source: LiveSource<Input>, _ onChange: @escaping @Sendable (Follower<Value>, Input) -> Void
  ) -> (Tie, present: @Sendable () -> Input) {
    attach(FollowerRelay(self, isSource: false, onChange), to: source)
  }

  /// Runs a closure as a step, at once if no other is running, unless the follower is released before.
  func perform(_ body: @escaping @Sendable (Follower<Value>) -> Void) {
    outbox.perform { [self] in
      if let follower { body(follower) }
    }
  }

  /// The follower, if it was not released.
  var follower: Follower<Value>? { state.withLock { $0.follower } }

  private func attach<Input: Sendable>(
    _ relay: FollowerRelay<Input, Value>, to source: LiveSource<Input>
  ) -> (Tie, present: @Sendable () -> Input) {
    let (_, capture, deferred) = source.addCapturing(relay)
    deferred.run()
    let tie = Tie { [weak broadcast = source.broadcast] in _ = broadcast?.remove(relay) }
    return (tie, capture.value)
  }

  // MARK: The life of the follower

  /// The follower is observed from now on. Called with the lock of the outbox held.
  fileprivate func retain() -> DeferredWork {
    state.withLock { if $0.sourceCount > 0 { $0.retained = $0.follower } }
    return DeferredWork()
  }

  /// The follower is not observed any more. Called with the lock of the outbox held.
  fileprivate func release() -> DeferredWork {
    var deferred = DeferredWork()
    if let follower = state.withLock({ $0.takeRetained() }) { deferred.keep(follower) }
    return deferred
  }

  fileprivate func sourceWasReleased() {
    let garbage = state.withLock { state in
      state.sourceCount -= 1
      return state.sourceCount == 0 ? state.takeRetained() : nil
    }
    withExtendedLifetime(garbage) {}
  }

  fileprivate func cut() {
    let ties = state.withLock { state in
      defer { state.ties = [] }
      return state.ties
    }
    for tie in ties { tie.cut() }
  }
}

/// Passes the changes of one source on to a follower.
///
/// `@unchecked Sendable`, because its superclass is: its own properties are constants of `Sendable` types.
private final class FollowerRelay<Input: Sendable, Value: Sendable>: Recipient<Input>, @unchecked Sendable {
  private let ties: FollowerTies<Value>
  private let isSource: Bool
  private let onChange: @Sendable (Follower<Value>, Input) -> Void

  init(
    _ ties: FollowerTies<Value>, isSource: Bool,
    _ onChange: @escaping @Sendable (Follower<Value>, Input) -> Void
  ) {
    (self.ties, self.isSource, self.onChange) = (ties, isSource, onChange)
  }

  override func receive(_ value: Input) -> Bool {
    ties.perform { [onChange] in onChange($0, value) }
    return true
  }

  override func sweep() -> Int {
    let remaining = ties.follower?.cell.broadcast.sweep() ?? 0
    // A follower that only observers had retained is released with the last of them.
    return isRemoved ? 0 : remaining + 1
  }

  override func finish() {
    if isSource { ties.sourceWasReleased() }
  }
}
