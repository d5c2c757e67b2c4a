/// What happens to the publisher of an execution.
@usableFromInline enum WorkEvent<Element, Failure: Error> {
  case element(Element)
  case finished
  case failed(Failure)
  case cancelled
}

/// Subscribes an execution to the publisher of its work. It does the same as Combine's `sink`, with fewer
/// objects.
///
/// `@unchecked Sendable`: `lock` guards all mutable properties, and publishers send one event at a time.
/// `@exclusivity(unchecked)` is for speed.
@usableFromInline
final class WorkSubscriber<Input: Sendable, Failure: Error>: Subscriber, WorkCanceller, @unchecked Sendable {
  @usableFromInline let onEvent: (WorkEvent<Input, Failure>) -> Void
  @usableFromInline let lock = Lock()
  @exclusivity(unchecked) @usableFromInline var subscription: (any Subscription)?
  @exclusivity(unchecked) @usableFromInline var isOver = false

  @inlinable init(onEvent: @escaping (WorkEvent<Input, Failure>) -> Void) { self.onEvent = onEvent }

  @usableFromInline func receive(subscription: any Subscription) {
    lock.lock()
    // A publisher can call this twice, or after the cancellation.
    let isUnwanted = isOver || self.subscription != nil
    if !isUnwanted { self.subscription = subscription }
    lock.unlock()
    if isUnwanted { subscription.cancel() } else { subscription.request(.unlimited) }
  }

  @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
    onEvent(.element(input))
    return .none
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    let ended = takeSubscription()
    switch completion {
    case .finished: onEvent(.finished)
    case .failure(let error): onEvent(.failed(error))
    }
    withExtendedLifetime(ended) {}
  }

  @usableFromInline func cancelWork() {
    takeSubscription()?.cancel()
    // A cancelled subscription delivers nothing more, not even its end.
    onEvent(.cancelled)
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
