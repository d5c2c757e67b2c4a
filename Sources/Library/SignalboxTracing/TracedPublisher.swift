#if Tracing
public import SignalboxCore
public import Tracing

extension Publisher {
  /// Traces each subscription as a span, from its start to its completion, failure or cancellation.
  ///
  /// ```swift
  /// let download = Action<Int, String> { page in
  ///   pages(page).trace("download", by: tracer)
  /// }
  /// ```
  ///
  /// The publisher is subscribed to with the span as the current one. It ends before downstream receives the
  /// completion. A failure is recorded and sets the status; a cancellation sets the attribute
  /// `signalbox.cancelled` to true.
  ///
  /// An execution of an action that has waited for its turn starts in the task of another caller: then pass
  /// the context with the input.
  ///
  /// - Parameters:
  ///   - name: The name of the span.
  ///   - tracer: Creates the spans.
  ///   - kind: The kind of the spans.
  ///   - context: Contains the parent of the spans; nil for the context of the code that subscribes.
  public func trace(
    _ name: String, by tracer: any Tracer = InstrumentationSystem.tracer, kind: SpanKind = .internal,
    context: InstrumentationContext? = nil
  ) -> TracedPublisher<Self> {
    let origin = SpanOrigin(name: name, tracer: tracer, kind: kind, context: context)
    return TracedPublisher(upstream: self, origin: origin)
  }
}

/// Starts the spans of one application of a tracing operator.
struct SpanOrigin: Sendable {
  let name: String
  let tracer: any Tracer
  let kind: SpanKind
  let context: InstrumentationContext?

  func start() -> WorkSpan {
    WorkSpan(tracer.startSpan(name, context: context ?? .current ?? .topLevel, ofKind: kind))
  }
}

/// A publisher whose subscriptions are traced. The `trace` operator returns it.
public struct TracedPublisher<Upstream: Publisher>: Publisher {
  /// The elements of the traced publisher.
  public typealias Output = Upstream.Output
  /// The failure of the traced publisher.
  public typealias Failure = Upstream.Failure

  let upstream: Upstream
  let origin: SpanOrigin

  /// Subscribes to the traced publisher. Combine's operators call this.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let work = origin.start()
    InstrumentationContext.$current.withValue(work.span.context) {
      upstream.subscribe(SpanSubscriber(subscriber, work))
    }
  }
}

extension TracedPublisher: Sendable where Upstream: Sendable {}

/// Passes everything on, and ends a span with the subscription.
///
/// `@unchecked Sendable`: a subscriber need not be `Sendable`; everything else is constant or locked.
private final class SpanSubscriber<Downstream: Subscriber>: Subscriber, Subscription, @unchecked Sendable {
  private let downstream: Downstream
  private let work: WorkSpan
  private let upstream = Locked<(subscription: (any Subscription)?, isOver: Bool)>((nil, false))

  init(_ downstream: Downstream, _ work: WorkSpan) {
    self.downstream = downstream
    self.work = work
  }

  // Upstream has released its subscriber without an end, so no end can come.
  deinit { work.end(.cancelled) }

  func receive(subscription: any Subscription) {
    let isUnwanted = upstream.withLock { upstream in
      if upstream.isOver || upstream.subscription != nil { return true }
      upstream.subscription = subscription
      return false
    }
    if isUnwanted { subscription.cancel() } else { downstream.receive(subscription: self) }
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    let ended = takeUpstream()
    switch completion {
    case .finished: work.end(.completed)
    case .failure(let error): work.end(WorkSpan.End(error))
    }
    downstream.receive(completion: completion)
    withExtendedLifetime(ended) {}
  }

  func request(_ demand: Subscribers.Demand) {
    upstream.withLock { $0.subscription }?.request(demand)
  }

  func cancel() {
    takeUpstream()?.cancel()
    work.end(.cancelled)
  }

  private func takeUpstream() -> (any Subscription)? {
    upstream.withLock { upstream in
      upstream.isOver = true
      defer { upstream.subscription = nil }
      return upstream.subscription
    }
  }
}
#endif
