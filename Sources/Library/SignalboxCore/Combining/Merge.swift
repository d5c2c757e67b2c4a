// Combine has these operators, and OpenCombine does not.
#if !canImport(Combine)
extension Publisher {
  /// Publishes the values of both publishers as they come.
  ///
  /// It finishes when both have finished, and fails with the first that fails. Each publisher is asked for as
  /// many values as the subscriber demands; what comes beyond that waits.
  ///
  /// ```swift
  /// let saved = FutureEvent<String>()
  /// let removed = PassthroughSubject<String, Never>()
  /// let subscription = saved.merge(with: removed).sink { print($0) }
  /// removed.send("notes.txt")  // prints notes.txt
  /// ```
  public func merge<Other: Publisher>(with other: Other) -> Publishers.Merge<Self, Other>
  where Other.Output == Output, Other.Failure == Failure {
    Publishers.Merge(self, other)
  }

  /// Publishes the values of this publisher and of another of the same type as they come.
  public func merge(with other: Self) -> Publishers.MergeMany<Self> { Publishers.MergeMany(self, other) }
}

extension Publishers {
  /// A publisher of the values of two others.
  public struct Merge<A: Publisher, B: Publisher>: Publisher
  where A.Output == B.Output, A.Failure == B.Failure {
    /// The values of both.
    public typealias Output = A.Output
    /// The failure of both.
    public typealias Failure = A.Failure

    /// The first of the publishers.
    public let a: A
    /// The second of the publishers.
    public let b: B

    /// Merges two publishers.
    public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    /// Merges one more publisher.
    public func merge<C: Publisher>(with other: C) -> Merge3<A, B, C>
    where C.Output == Output, C.Failure == Failure {
      Merge3(a, b, other)
    }

    /// Subscribes to both publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: 2, backlog: .everyValue)
      confluence.start {
        confluence.pass(a, 0)
        confluence.pass(b, 1)
      }
    }
  }

  /// A publisher of the values of any number of others of the same type. Without any, it finishes at once.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    /// The values of all.
    public typealias Output = Upstream.Output
    /// The failure of all.
    public typealias Failure = Upstream.Failure

    /// The publishers that are merged.
    public let publishers: [Upstream]

    /// Merges publishers.
    public init(_ upstream: Upstream...) { publishers = upstream }

    /// Merges the publishers of a sequence.
    public init<Upstreams: Swift.Sequence>(_ upstream: Upstreams) where Upstreams.Element == Upstream {
      publishers = Array(upstream)
    }

    /// Merges this publisher's with another of the same type.
    public func merge(with other: Upstream) -> MergeMany { MergeMany(publishers + [other]) }

    /// Subscribes to all publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: publishers.count, backlog: .everyValue)
      confluence.start {
        for (index, publisher) in publishers.enumerated() { confluence.pass(publisher, index) }
      }
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
#endif
