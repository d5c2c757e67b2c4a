// Combine has these operators, and OpenCombine does not.
#if !canImport(Combine)
extension Publisher {
  /// Publishes the latest values of both publishers, each time one of them publishes, from when both have.
  ///
  /// It finishes when both have finished, or when one has finished without a value, and fails with the first
  /// that fails. Without demand, only the latest pair waits. Live data combined with live data is live data
  /// again: see ``ReadOnlyLiveData/combineLatest(_:)``.
  ///
  /// ```swift
  /// let query = LiveData(data: "swift")
  /// let page = PassthroughSubject<Int, Never>()
  /// let subscription = query.combineLatest(page).sink { print($0, $1) }
  /// page.send(1)  // prints swift 1
  /// ```
  public func combineLatest<Other: Publisher>(_ other: Other) -> Publishers.CombineLatest<Self, Other>
  where Other.Failure == Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Publishes what `transform` returns for the latest values of both publishers.
  public func combineLatest<Other: Publisher, Result>(
    _ other: Other, _ transform: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest<Self, Other>, Result> where Other.Failure == Failure {
    combineLatest(other).map { transform($0, $1) }
  }

  /// Publishes the latest values of three publishers.
  public func combineLatest<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  )
    -> Publishers.Map<
      Publishers.CombineLatest<Publishers.CombineLatest<Self, Second>, Third>,
      (Output, Second.Output, Third.Output)
    > where Second.Failure == Failure, Third.Failure == Failure
  {
    combineLatest(second).combineLatest(third).map { ($0.0, $0.1, $1) }
  }

  /// Publishes what `transform` returns for the latest values of three publishers.
  public func combineLatest<Second: Publisher, Third: Publisher, Result>(
    _ second: Second, _ third: Third,
    _ transform: @escaping (Output, Second.Output, Third.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest<Publishers.CombineLatest<Self, Second>, Third>, Result>
  where Second.Failure == Failure, Third.Failure == Failure {
    combineLatest(second).combineLatest(third).map { transform($0.0, $0.1, $1) }
  }
}

extension Publishers {
  /// A publisher of the latest values of two others.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    /// The latest values of both.
    public typealias Output = (A.Output, B.Output)
    /// The failure of both.
    public typealias Failure = A.Failure

    /// The first of the publishers.
    public let a: A
    /// The second of the publishers.
    public let b: B

    /// Combines two publishers.
    public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    /// Subscribes to both publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = Confluence(subscriber, sourceCount: 2, backlog: .latestValue)
      let latest = LatestPair<A.Output, B.Output>()
      confluence.start {
        a.subscribe(
          ConfluenceSubscriber(confluence, 0, { latest.set(left: $0) }, endsAll: { latest.left == nil }))
        b.subscribe(
          ConfluenceSubscriber(confluence, 1, { latest.set(right: $0) }, endsAll: { latest.right == nil }))
      }
    }
  }
}

/// The latest values of two publishers. Used under the lock of their confluence.
private final class LatestPair<Left, Right> {
  private(set) var left: Left?
  private(set) var right: Right?

  func set(left value: Left) -> (value: (Left, Right)?, garbage: Any?) {
    let old = left
    left = value
    return (right.map { (value, $0) }, old)
  }

  func set(right value: Right) -> (value: (Left, Right)?, garbage: Any?) {
    let old = right
    right = value
    return (left.map { ($0, value) }, old)
  }
}
#endif
