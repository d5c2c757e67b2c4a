/// Work that is a publisher.
struct PublisherWork<Input: Sendable, Source: Publisher>: Work where Source.Output: Sendable {
  let factory: @Sendable (Input) -> Source

  func makeTask() -> ExecutionTask? { nil }

  func start(
    _ input: Input, _ sink: WorkSink<Source.Output>, in task: ExecutionTask?
  ) -> @Sendable () -> Void {
    let subscriber = WorkSubscriber<Source.Output, Source.Failure>(sink)
    factory(input).subscribe(subscriber)
    return { subscriber.cancel() }
  }
}

/// Subscribes a sink to the publisher of an execution. It does the same as Combine's `sink`, with fewer
/// objects.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties.
private final class WorkSubscriber<Input: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
  private let sink: WorkSink<Input>
  private let lock = Lock()
  private var subscription: (any Subscription)?
  private var isOver = false

  init(_ sink: WorkSink<Input>) { self.sink = sink }

  func receive(subscription: any Subscription) {
    lock.lock()
    // A publisher can call this twice, or after the cancellation.
    let isUnwanted = isOver || self.subscription != nil
    if !isUnwanted { self.subscription = subscription }
    lock.unlock()
    if isUnwanted { subscription.cancel() } else { subscription.request(.unlimited) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    sink.receive(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let ended = takeSubscription()
    switch completion {
    case .finished: sink.end(.finished)
    case .failure(let error): sink.fail(error)
    }
    withExtendedLifetime(ended) {}
  }

  func cancel() {
    takeSubscription()?.cancel()
    // A cancelled subscription delivers nothing more, not even its end.
    sink.end(.failure(.cancelled))
  }

  /// Removes the subscription, which the caller releases without a lock.
  private func takeSubscription() -> (any Subscription)? {
    lock.lock()
    let taken = subscription
    subscription = nil
    isOver = true
    lock.unlock()
    return taken
  }
}
