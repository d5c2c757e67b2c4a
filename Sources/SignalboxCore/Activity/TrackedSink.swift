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
    return AnyCancellable { subscription.cancel() }
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

/// Passes everything on to closures. It stores nothing that changes, so it is no object of its own.
private struct ClosureSubscriber<Input, Failure: Error>: Subscriber {
  let receiveValue: (Input) -> Void
  let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) { subscription.request(.unlimited) }

  func receive(_ input: Input) -> Subscribers.Demand {
    receiveValue(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) { receiveCompletion(completion) }
}
