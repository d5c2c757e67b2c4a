/// The subscriptions that execute an action for every value. They end when the action is released.
///
/// They are not retained: a publisher whose closures retain the action would otherwise never be released.
final class ActionInputs<Input: Sendable>: Sendable {
  private struct Entry: Sendable {
    weak var subscriber: InputSubscriber<Input>?
  }

  private struct State {
    var entries: [Entry] = []
    /// The number of entries at which those of released subscribers are removed.
    var limit = 16
  }

  private let state = Locked(State())

  func add(_ subscriber: InputSubscriber<Input>) {
    // They are released after unlocking, because the last release can run code of a user.
    let present = state.withLock { state -> [InputSubscriber<Input>] in
      defer { state.entries.append(Entry(subscriber: subscriber)) }
      guard state.entries.count >= state.limit else { return [] }
      let present = state.entries.compactMap(\.subscriber)
      state.entries = present.map { Entry(subscriber: $0) }
      state.limit = max(16, 2 * present.count)
      return present
    }
    withExtendedLifetime(present) {}
  }

  func cancel() {
    let subscribers = state.withLock { state in
      defer { state.entries = [] }
      return state.entries.compactMap(\.subscriber)
    }
    for subscriber in subscribers { subscriber.cancel() }
  }
}

/// Executes an action for every value of a publisher.
///
/// `@unchecked Sendable`: `state` has a lock, and the other property is a constant.
final class InputSubscriber<Input: Sendable>: Subscriber, @unchecked Sendable {
  typealias Failure = Never

  private struct State {
    var subscriptions: [any Subscription] = []
    var openCount = 0
    var isCancelled = false
  }

  private let state = Locked(State())
  /// Returns false if the action was released.
  private let execute: @Sendable (Input) -> Bool

  init(execute: @escaping @Sendable (Input) -> Bool) { self.execute = execute }

  func receive(subscription: any Subscription) {
    let isWanted = state.withLock { state in
      if state.isCancelled { return false }
      state.subscriptions.append(subscription)
      state.openCount += 1
      return true
    }
    if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if !execute(input) { cancel() }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    let ended = state.withLock { state -> [any Subscription] in
      state.openCount -= 1
      guard state.openCount == 0 else { return [] }
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    withExtendedLifetime(ended) {}
  }

  func cancel() {
    let open = state.withLock { state in
      state.isCancelled = true
      defer { state.subscriptions = [] }
      return state.subscriptions
    }
    for subscription in open { subscription.cancel() }
  }
}
