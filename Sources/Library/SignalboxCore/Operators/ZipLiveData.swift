extension ReadOnlyLiveData {
  /// Live data of pairs: the present values, then the first change of each, then the second, and so on.
  ///
  /// It is stored, and follows both from now on, whether it is observed or not. A change waits until the
  /// other live data has changed as often. (`zip(_:)` without the label is Combine's: a publisher without a
  /// value of its own.)
  ///
  /// ```swift
  /// let question = LiveData(data: "1 + 1")
  /// let answer = LiveData(data: 2)
  /// let pairs = question.zip(with: answer)
  /// question.data = "2 + 2"
  /// print(pairs.data)  // prints ("1 + 1", 2)
  /// answer.data = 4
  /// print(pairs.data)  // prints ("2 + 2", 4)
  /// ```
  /// - Parameters:
  ///   - other: The live data of the right side.
  ///   - buffering: Which changes of one side wait for the other. After a change was dropped, the sides are
  ///     paired with different changes of each other.
  public func zip<Other: Sendable>(
    with other: ReadOnlyLiveData<Other>, buffering: EventBuffering = .standard
  ) -> ReadOnlyLiveData<(Value, Other)> {
    let ties = FollowerTies<(Value, Other)>()
    let zipper = Zipper<Value, Other>(buffering)
    let left = ties.follow(source) { zipper.receive(left: $1, $0) }
    let right = ties.follow(other.source) { zipper.receive(right: $1, $0) }
    let follower = ties.begin(with: (left(), right()))
    return ReadOnlyLiveData<(Value, Other)>(source: FollowingSource(follower, of: source, other.source))
  }
}

/// The changes of two sides that wait for each other.
///
/// `@unchecked Sendable`: only steps of one follower use the properties.
private final class Zipper<Left: Sendable, Right: Sendable>: @unchecked Sendable {
  private var left: EventQueue<Left>
  private var right: EventQueue<Right>

  init(_ policy: EventBuffering) { (left, right) = (EventQueue(policy), EventQueue(policy)) }

  func receive(left value: Left, _ follower: Follower<(Left, Right)>) {
    _ = left.append(value)
    deliver(follower)
  }

  func receive(right value: Right, _ follower: Follower<(Left, Right)>) {
    _ = right.append(value)
    deliver(follower)
  }

  private func deliver(_ follower: Follower<(Left, Right)>) {
    guard !left.isEmpty, !right.isEmpty, let left = left.popFirst(), let right = right.popFirst() else {
      return
    }
    follower.store((left, right))
  }
}
