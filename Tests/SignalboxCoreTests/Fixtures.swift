import SignalboxCore
import SignalboxTesting

/// An error with a name.
struct Failure: Error, Equatable {
  let name: String
  init(_ name: String) { self.name = name }
}

/// The owner of an observation, whose release a test can detect.
final class Owner: Sendable {}

/// A value that test code shares between threads.
final class Shared<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}

/// Retains subscriptions that are created in callbacks.
final class Kept: @unchecked Sendable {
  private let lock = Lock()
  private var subscriptions: [AnyCancellable] = []

  func keep(_ subscription: AnyCancellable) { lock.withLock { subscriptions.append(subscription) } }

  func removeAll() {
    let removed = lock.withLock {
      defer { subscriptions = [] }
      return subscriptions
    }
    withExtendedLifetime(removed) {}
  }
}

/// A subscriber whose demand and cancellation a test controls.
final class ManualSubscriber<Input: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
  let received = Recorder<Input>()
  private(set) var subscription: (any Subscription)?
  private(set) var completion: Subscribers.Completion<Failure>?
  private let initialDemand: Subscribers.Demand
  private let onInput: (ManualSubscriber) -> Subscribers.Demand

  init(
    demand: Subscribers.Demand = .none,
    onInput: @escaping (ManualSubscriber) -> Subscribers.Demand = { _ in .none }
  ) {
    initialDemand = demand
    self.onInput = onInput
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if initialDemand > .none { subscription.request(initialDemand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    received.record(input)
    return onInput(self)
  }

  func receive(completion: Subscribers.Completion<Failure>) { self.completion = completion }
}

extension Recorder.End {
  /// The name of a failure, for comparison.
  var failureName: String? {
    guard case .failed(let error) = self else { return nil }
    return (error as? Failure)?.name
  }
}
