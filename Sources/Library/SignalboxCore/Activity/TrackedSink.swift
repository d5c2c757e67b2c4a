extension TrackedActivity {
  /// Calls `receiveValue` for each element and `receiveCompletion` for the end, on the threads that deliver.
  ///
  /// This is Combine's `sink`, with fewer objects. Cancelling what it returns, or releasing it, cancels the
  /// subscription and ends its activity.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let subscriber = ClosureSubscriber(receiveValue: receiveValue, receiveCompletion: receiveCompletion)
    let subscription = subscribe(directly: subscriber)
    return AnyCancellable { subscription.cancelAndReleaseClosures() }
  }
}

extension TrackedActivity where Failure == Never {
  /// Calls `receiveValue` for each element, on the threads that deliver.
  ///
  /// This is Combine's `sink`, with fewer objects. Cancelling what it returns, or releasing it, cancels the
  /// subscription and ends its activity.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension TrackedSubscription {
  /// Cancels, and releases the closures, which the publisher may retain together with this subscription.
  fileprivate func cancelAndReleaseClosures<Input, Failure>()
  where Downstream == ClosureSubscriber<Input, Failure> {
    cancel()
    _ = downstream.takeClosures()
  }
}

/// Passes everything on to closures, and releases them at the end, because what they capture often refers to
/// what `sink` returns.
///
/// `@unchecked Sendable`: `lock` guards the closures.
private final class ClosureSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  private let lock = Lock()
  @exclusivity(unchecked) private var receiveValue: ((Input) -> Void)?
  @exclusivity(unchecked) private var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?

  init(
    receiveValue: @escaping (Input) -> Void,
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.receiveValue = receiveValue
    self.receiveCompletion = receiveCompletion
  }

  func receive(subscription: any Subscription) { subscription.request(.unlimited) }

  func receive(_ input: Input) -> Subscribers.Demand {
    lock.lock()
    let receiveValue = receiveValue
    lock.unlock()
    receiveValue?(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) { takeClosures().receiveCompletion?(completion) }

  /// Removes the closures. The caller releases them, without the lock, since that can run code of the user.
  func takeClosures() -> Closures {
    lock.lock()
    let closures = (receiveValue, receiveCompletion)
    (receiveValue, receiveCompletion) = (nil, nil)
    lock.unlock()
    return closures
  }

  typealias Closures = (
    receiveValue: ((Input) -> Void)?, receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  )
}
