extension ReadOnlyLiveData {
  /// Live data that follows the one which `transform` returns for the latest value of this.
  ///
  /// It is stored, and follows this live data from now on, whether it is observed or not. Each change of this
  /// live data delivers the present value of the one that is followed from then on. That one is retained
  /// while it is followed. (`switchToLatest()` without a closure is Combine's.)
  ///
  /// ```swift
  /// let selected = LiveData(data: 0)
  /// let progress = [LiveData(data: 0.25), LiveData(data: 0.5)]
  /// let shown = selected.switchToLatest { progress[$0] }
  /// selected.data = 1
  /// progress[0].data = 0.75
  /// print(shown.data)  // prints 0.5
  /// ```
  /// - Parameter transform: Called for one value after the other, on the thread that delivers, without a
  ///   lock.
  public func switchToLatest<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) -> ReadOnlyLiveData<Result>
  ) -> ReadOnlyLiveData<Result> {
    let ties = FollowerTies<Result>()
    let switchboard = Switchboard<Result>()
    let present = ties.follow(source) { follower, value in
      follower.store(switchboard.connect(ties, to: transform(value)))
    }
    ties.onCut { switchboard.disconnect() }
    let follower = ties.begin(with: switchboard.connect(ties, to: transform(present())))
    return ReadOnlyLiveData<Result>(source: FollowingSource(follower, of: source))
  }
}

/// The live data that a follower is switched to.
///
/// `@unchecked Sendable`: only steps of one follower, and its end, use the properties.
private final class Switchboard<Value: Sendable>: @unchecked Sendable {
  private var current: (source: LiveSource<Value>, tie: FollowerTies<Value>.Tie)?
  private var turn = 0

  /// Follows other live data instead, and returns its present value.
  func connect(_ ties: FollowerTies<Value>, to liveData: ReadOnlyLiveData<Value>) -> Value {
    disconnect()
    turn += 1
    let (tie, present) = ties.follow(untilCut: liveData.source) { [weak self, turn] follower, value in
      // A change that another thread was about to pass on when the connection ended.
      guard let self, self.turn == turn else { return }
      follower.store(value)
    }
    current = (liveData.source, tie)
    return present()
  }

  func disconnect() {
    current?.tie.cut()
    current = nil
  }
}
