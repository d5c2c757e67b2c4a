// Combine has these publishers, and OpenCombine does not. Parameter packs cannot make them: each number of
// publishers has a type of its own there, whose name people write in signatures.
#if !canImport(Combine)
extension Publisher {
  /// Publishes the values of three publishers as they come.
  public func merge<Second: Publisher, Third: Publisher>(with second: Second, _ third: Third)
    -> Publishers.Merge3<Self, Second, Third>
  where Second.Output == Output, Second.Failure == Failure, Third.Output == Output, Third.Failure == Failure {
    Publishers.Merge3(self, second, third)
  }

  /// Publishes the values of four publishers as they come.
  public func merge<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    with second: Second, _ third: Third, _ fourth: Fourth
  ) -> Publishers.Merge4<Self, Second, Third, Fourth>
  where
    Second.Output == Output, Second.Failure == Failure, Third.Output == Output, Third.Failure == Failure,
    Fourth.Output == Output, Fourth.Failure == Failure
  {
    Publishers.Merge4(self, second, third, fourth)
  }

  /// Publishes the values of five publishers as they come.
  public func merge<Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher>(
    with second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth
  ) -> Publishers.Merge5<Self, Second, Third, Fourth, Fifth>
  where
    Second.Output == Output, Second.Failure == Failure, Third.Output == Output, Third.Failure == Failure,
    Fourth.Output == Output, Fourth.Failure == Failure, Fifth.Output == Output, Fifth.Failure == Failure
  {
    Publishers.Merge5(self, second, third, fourth, fifth)
  }

  /// Publishes the values of six publishers as they come.
  public func merge<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher
  >(with second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth)
    -> Publishers.Merge6<Self, Second, Third, Fourth, Fifth, Sixth>
  where
    Second.Output == Output, Second.Failure == Failure, Third.Output == Output, Third.Failure == Failure,
    Fourth.Output == Output, Fourth.Failure == Failure, Fifth.Output == Output, Fifth.Failure == Failure,
    Sixth.Output == Output, Sixth.Failure == Failure
  {
    Publishers.Merge6(self, second, third, fourth, fifth, sixth)
  }

  /// Publishes the values of seven publishers as they come.
  public func merge<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher,
    Seventh: Publisher
  >(with second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh)
    -> Publishers.Merge7<Self, Second, Third, Fourth, Fifth, Sixth, Seventh>
  where
    Second.Output == Output, Second.Failure == Failure, Third.Output == Output, Third.Failure == Failure,
    Fourth.Output == Output, Fourth.Failure == Failure, Fifth.Output == Output, Fifth.Failure == Failure,
    Sixth.Output == Output, Sixth.Failure == Failure, Seventh.Output == Output, Seventh.Failure == Failure
  {
    Publishers.Merge7(self, second, third, fourth, fifth, sixth, seventh)
  }

  /// Publishes the values of eight publishers as they come.
  public func merge<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher,
    Seventh: Publisher, Eighth: Publisher
  >(
    with second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh,
    _ eighth: Eighth
  ) -> Publishers.Merge8<Self, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth>
  where
    Second.Output == Output, Second.Failure == Failure, Third.Output == Output, Third.Failure == Failure,
    Fourth.Output == Output, Fourth.Failure == Failure, Fifth.Output == Output, Fifth.Failure == Failure,
    Sixth.Output == Output, Sixth.Failure == Failure, Seventh.Output == Output, Seventh.Failure == Failure,
    Eighth.Output == Output, Eighth.Failure == Failure
  {
    Publishers.Merge8(self, second, third, fourth, fifth, sixth, seventh, eighth)
  }
}

extension Publishers {
  /// A publisher of the values of three others; see ``Merge``.
  public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure {
    /// The values of all.
    public typealias Output = A.Output
    /// The failure of all.
    public typealias Failure = A.Failure

    /// One of the publishers.
    public let a: A
    /// One of the publishers.
    public let b: B
    /// One of the publishers.
    public let c: C

    /// Merges three publishers.
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Merges one more publisher.
    public func merge<D: Publisher>(with other: D) -> Merge4<A, B, C, D>
    where D.Output == Output, D.Failure == Failure {
      Merge4(a, b, c, other)
    }

    /// Subscribes to all publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: 3, backlog: .everyValue)
      confluence.start {
        confluence.pass(a, 0)
        confluence.pass(b, 1)
        confluence.pass(c, 2)
      }
    }
  }

  /// A publisher of the values of four others; see ``Merge``.
  public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
    A.Output == D.Output, A.Failure == D.Failure
  {
    /// The values of all.
    public typealias Output = A.Output
    /// The failure of all.
    public typealias Failure = A.Failure

    /// One of the publishers.
    public let a: A
    /// One of the publishers.
    public let b: B
    /// One of the publishers.
    public let c: C
    /// One of the publishers.
    public let d: D

    /// Merges four publishers.
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Merges one more publisher.
    public func merge<E: Publisher>(with other: E) -> Merge5<A, B, C, D, E>
    where E.Output == Output, E.Failure == Failure {
      Merge5(a, b, c, d, other)
    }

    /// Subscribes to all publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: 4, backlog: .everyValue)
      confluence.start {
        confluence.pass(a, 0)
        confluence.pass(b, 1)
        confluence.pass(c, 2)
        confluence.pass(d, 3)
      }
    }
  }

  /// A publisher of the values of five others; see ``Merge``.
  public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
    A.Output == D.Output, A.Failure == D.Failure, A.Output == E.Output, A.Failure == E.Failure
  {
    /// The values of all.
    public typealias Output = A.Output
    /// The failure of all.
    public typealias Failure = A.Failure

    /// One of the publishers.
    public let a: A
    /// One of the publishers.
    public let b: B
    /// One of the publishers.
    public let c: C
    /// One of the publishers.
    public let d: D
    /// One of the publishers.
    public let e: E

    /// Merges five publishers.
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }

    /// Merges one more publisher.
    public func merge<F: Publisher>(with other: F) -> Merge6<A, B, C, D, E, F>
    where F.Output == Output, F.Failure == Failure {
      Merge6(a, b, c, d, e, other)
    }

    /// Subscribes to all publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: 5, backlog: .everyValue)
      confluence.start {
        confluence.pass(a, 0)
        confluence.pass(b, 1)
        confluence.pass(c, 2)
        confluence.pass(d, 3)
        confluence.pass(e, 4)
      }
    }
  }

  /// A publisher of the values of six others; see ``Merge``.
  public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>:
    Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
    A.Output == D.Output, A.Failure == D.Failure, A.Output == E.Output, A.Failure == E.Failure,
    A.Output == F.Output, A.Failure == F.Failure
  {
    /// The values of all.
    public typealias Output = A.Output
    /// The failure of all.
    public typealias Failure = A.Failure

    /// One of the publishers.
    public let a: A
    /// One of the publishers.
    public let b: B
    /// One of the publishers.
    public let c: C
    /// One of the publishers.
    public let d: D
    /// One of the publishers.
    public let e: E
    /// One of the publishers.
    public let f: F

    /// Merges six publishers.
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }

    /// Merges one more publisher.
    public func merge<G: Publisher>(with other: G) -> Merge7<A, B, C, D, E, F, G>
    where G.Output == Output, G.Failure == Failure {
      Merge7(a, b, c, d, e, f, other)
    }

    /// Subscribes to all publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: 6, backlog: .everyValue)
      confluence.start {
        confluence.pass(a, 0)
        confluence.pass(b, 1)
        confluence.pass(c, 2)
        confluence.pass(d, 3)
        confluence.pass(e, 4)
        confluence.pass(f, 5)
      }
    }
  }

  /// A publisher of the values of seven others; see ``Merge``.
  public struct Merge7<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
  >: Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
    A.Output == D.Output, A.Failure == D.Failure, A.Output == E.Output, A.Failure == E.Failure,
    A.Output == F.Output, A.Failure == F.Failure, A.Output == G.Output, A.Failure == G.Failure
  {
    /// The values of all.
    public typealias Output = A.Output
    /// The failure of all.
    public typealias Failure = A.Failure

    /// One of the publishers.
    public let a: A
    /// One of the publishers.
    public let b: B
    /// One of the publishers.
    public let c: C
    /// One of the publishers.
    public let d: D
    /// One of the publishers.
    public let e: E
    /// One of the publishers.
    public let f: F
    /// One of the publishers.
    public let g: G

    /// Merges seven publishers.
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    /// Merges one more publisher.
    public func merge<H: Publisher>(with other: H) -> Merge8<A, B, C, D, E, F, G, H>
    where H.Output == Output, H.Failure == Failure {
      Merge8(a, b, c, d, e, f, g, other)
    }

    /// Subscribes to all publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: 7, backlog: .everyValue)
      confluence.start {
        confluence.pass(a, 0)
        confluence.pass(b, 1)
        confluence.pass(c, 2)
        confluence.pass(d, 3)
        confluence.pass(e, 4)
        confluence.pass(f, 5)
        confluence.pass(g, 6)
      }
    }
  }

  /// A publisher of the values of eight others; see ``Merge``.
  public struct Merge8<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher,
    H: Publisher
  >: Publisher
  where
    A.Output == B.Output, A.Failure == B.Failure, A.Output == C.Output, A.Failure == C.Failure,
    A.Output == D.Output, A.Failure == D.Failure, A.Output == E.Output, A.Failure == E.Failure,
    A.Output == F.Output, A.Failure == F.Failure, A.Output == G.Output, A.Failure == G.Failure,
    A.Output == H.Output, A.Failure == H.Failure
  {
    /// The values of all.
    public typealias Output = A.Output
    /// The failure of all.
    public typealias Failure = A.Failure

    /// One of the publishers.
    public let a: A
    /// One of the publishers.
    public let b: B
    /// One of the publishers.
    public let c: C
    /// One of the publishers.
    public let d: D
    /// One of the publishers.
    public let e: E
    /// One of the publishers.
    public let f: F
    /// One of the publishers.
    public let g: G
    /// One of the publishers.
    public let h: H

    /// Merges eight publishers.
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
      self.h = h
    }

    /// Subscribes to all publishers.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let confluence = MergedSubscription(subscriber, sourceCount: 8, backlog: .everyValue)
      confluence.start {
        confluence.pass(a, 0)
        confluence.pass(b, 1)
        confluence.pass(c, 2)
        confluence.pass(d, 3)
        confluence.pass(e, 4)
        confluence.pass(f, 5)
        confluence.pass(g, 6)
        confluence.pass(h, 7)
      }
    }
  }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Merge5: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}
extension Publishers.Merge8: Equatable
where
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable,
  H: Equatable
{}
#endif
