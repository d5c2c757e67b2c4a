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

  /// Publishes the latest values of three publishers; see ``combineLatest(_:)``.
  public func combineLatest<Second: Publisher, Third: Publisher>(_ second: Second, _ third: Third)
    -> Publishers.CombineLatest3<Self, Second, Third>
  where Second.Failure == Failure, Third.Failure == Failure {
    Publishers.CombineLatest3(self, second, third)
  }

  /// Publishes what `transform` returns for the latest values of three publishers.
  public func combineLatest<Second: Publisher, Third: Publisher, Result>(
    _ second: Second, _ third: Third, _ transform: @escaping (Output, Second.Output, Third.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, Second, Third>, Result>
  where Second.Failure == Failure, Third.Failure == Failure {
    combineLatest(second, third).map { transform($0, $1, $2) }
  }

  /// Publishes the latest values of four publishers; see ``combineLatest(_:)``.
  public func combineLatest<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> Publishers.CombineLatest4<Self, Second, Third, Fourth>
  where Second.Failure == Failure, Third.Failure == Failure, Fourth.Failure == Failure {
    Publishers.CombineLatest4(self, second, third, fourth)
  }

  /// Publishes what `transform` returns for the latest values of four publishers.
  public func combineLatest<Second: Publisher, Third: Publisher, Fourth: Publisher, Result>(
    _ second: Second, _ third: Third, _ fourth: Fourth,
    _ transform: @escaping (Output, Second.Output, Third.Output, Fourth.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, Second, Third, Fourth>, Result>
  where Second.Failure == Failure, Third.Failure == Failure, Fourth.Failure == Failure {
    combineLatest(second, third, fourth).map { transform($0, $1, $2, $3) }
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
      let confluence = MergedSubscription(subscriber, sourceCount: 2, backlog: .latestValue)
      let a = LatestValue<A.Output>()
      let b = LatestValue<B.Output>()
      let all = { () -> Output? in
        guard let a = a.value, let b = b.value else { return nil }
        return (a, b)
      }
      confluence.start {
        confluence.combine(self.a, 0, a, all)
        confluence.combine(self.b, 1, b, all)
      }
    }
  }

  /// A publisher of the latest values of three others.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, A.Failure == C.Failure {
    /// The latest values of all.
    public typealias Output = (A.Output, B.Output, C.Output)
    /// The failure of all.
    public typealias Failure = A.Failure

    /// The first of the publishers.
    public let a: A
    /// The second of the publishers.
    public let b: B
    /// The third of the publishers.
    public let c: C

    /// Combines three publishers.
    public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }

    /// Subscribes to all publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: 3, backlog: .latestValue)
      let a = LatestValue<A.Output>()
      let b = LatestValue<B.Output>()
      let c = LatestValue<C.Output>()
      let all = { () -> Output? in
        guard let a = a.value, let b = b.value, let c = c.value else { return nil }
        return (a, b, c)
      }
      confluence.start {
        confluence.combine(self.a, 0, a, all)
        confluence.combine(self.b, 1, b, all)
        confluence.combine(self.c, 2, c, all)
      }
    }
  }

  /// A publisher of the latest values of four others.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, A.Failure == C.Failure, A.Failure == D.Failure {
    /// The latest values of all.
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    /// The failure of all.
    public typealias Failure = A.Failure

    /// The first of the publishers.
    public let a: A
    /// The second of the publishers.
    public let b: B
    /// The third of the publishers.
    public let c: C
    /// The fourth of the publishers.
    public let d: D

    /// Combines four publishers.
    public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    /// Subscribes to all publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: 4, backlog: .latestValue)
      let a = LatestValue<A.Output>()
      let b = LatestValue<B.Output>()
      let c = LatestValue<C.Output>()
      let d = LatestValue<D.Output>()
      let all = { () -> Output? in
        guard let a = a.value, let b = b.value, let c = c.value, let d = d.value else { return nil }
        return (a, b, c, d)
      }
      confluence.start {
        confluence.combine(self.a, 0, a, all)
        confluence.combine(self.b, 1, b, all)
        confluence.combine(self.c, 2, c, all)
        confluence.combine(self.d, 3, d, all)
      }
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
#endif
