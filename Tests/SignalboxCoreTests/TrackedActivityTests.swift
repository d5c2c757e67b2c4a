import SignalboxCore
import SignalboxTesting
import Testing

/// Publishers as activities: their beginning, the order of their events, and their end.
@Suite(.timeLimit(.minutes(15))) struct TrackedActivityTests {
  private let indicator = ActivityIndicator<String>()
  private let log = Recorder<String>()

  /// Records the shown values together with the entries of the test.
  private func logStates() -> Observer<ActivityIndicator<String>.State> {
    indicator.state.observeForever { [log] state in
      log.record(state.loading ? "shows \(state.associatedValue ?? "nil")" : "idle")
    }
  }

  @Test func `a synchronous source is shown in step with its elements and subscribed once`() {
    _ = logStates()
    let subscriptions = Shared(0)
    let subscription = [1, 2, 3].publisher
      .handleEvents(receiveSubscription: { _ in subscriptions.change { $0 += 1 } })
      .trackActivity(in: indicator, initialAssociatedValue: "init", associatedValueProvider: { "p\($0)" })
      .sink(
        receiveCompletion: { [log] _ in log.record("completion") },
        receiveValue: { [log] in log.record("element \($0)") })
    #expect(
      log.values == [
        "shows init", "element 1", "shows p1", "element 2", "shows p2", "element 3", "shows p3", "completion",
        "idle",
      ])
    #expect(subscriptions.value == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a subscriber also sees the values in step with the elements`() {
    let shown = Recorder(indicator.state.map { $0.associatedValue })
    let subscription = [1, 2, 3].publisher
      .trackActivity(in: indicator, initialAssociatedValue: "init", associatedValueProvider: { "p\($0)" })
      .sink { _ in }
    #expect(shown.values == [nil, "init", "p1", "p2", "p3", nil])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a failure is delivered before the activity ends`() {
    _ = logStates()
    let source = PassthroughSubject<Int, Failure>()
    let subscription = source.trackActivity(in: indicator, associatedValue: "work")
      .sink(receiveCompletion: { [log] _ in log.record("completion") }, receiveValue: { _ in })
    source.send(completion: .failure(Failure("broken")))
    source.send(completion: .finished)
    #expect(log.values == ["shows work", "completion", "idle"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `cancellation ends the activity once`() {
    _ = logStates()
    let cancelled = Shared(0)
    let source = PassthroughSubject<Int, Never>()
    let subscription = source.handleEvents(receiveCancel: { cancelled.change { $0 += 1 } })
      .trackActivity(in: indicator).sink { _ in }
    subscription.cancel()
    subscription.cancel()
    #expect(log.values == ["shows nil", "idle"])
    #expect(cancelled.value == 1)
  }

  @Test func `a dropped subscription ends the activity`() {
    var subscription: AnyCancellable? = PassthroughSubject<Int, Never>().trackActivity(in: indicator)
      .sink { _ in }
    #expect(indicator.state.data.loading)
    subscription = nil
    #expect(!indicator.state.data.loading)
    withExtendedLifetime(subscription) {}
  }

  @Test func `each subscription is a separate activity`() {
    let tracked = PassthroughSubject<Int, Never>().trackActivity(in: indicator)
    let first = tracked.sink { _ in }
    let second = tracked.sink { _ in }
    #expect(indicator.activities.data.count == 2)
    first.cancel()
    #expect(indicator.activities.data.count == 1)
    second.cancel()
    #expect(indicator.activities.data.count == 0)
  }

  @Test func `tracking only until the first element`() {
    _ = logStates()
    let source = PassthroughSubject<Int, Never>()
    let subscription = source.trackActivity(in: indicator, associatedValue: "wait", untilFirstElement: true)
      .sink { [log] in log.record("element \($0)") }
    source.send(1)
    source.send(2)
    #expect(log.values == ["shows wait", "element 1", "idle", "element 2"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the methods of the indicator track like the operators`() {
    let source = PassthroughSubject<Int, Never>()
    let shown = Recorder(indicator.activities.map { $0.map(\.value) })
    let subscriptions = [
      indicator.trackActivity(of: source).sink { _ in },
      indicator.trackActivity(of: source, associatedValue: "a").sink { _ in },
      indicator.trackActivity(of: source, associatedValueProvider: { "p\($0)" }).sink { _ in },
      indicator.trackActivity(of: source, initialAssociatedValue: "i", associatedValueProvider: { "q\($0)" })
        .sink { _ in },
    ]
    #expect(shown.values.last == [nil, "a", nil, "i"])
    source.send(1)
    #expect(shown.values.last == [nil, "a", "p1", "q1"])
    for subscription in subscriptions { subscription.cancel() }
    #expect(shown.values.last == [])
  }

  // MARK: Order of registration

  @Test func `operations in a row register from the inside out`() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let c = PassthroughSubject<Int, Never>()
    _ = logStates()
    let subscription = a.trackActivity(in: indicator, associatedValue: "1")
      .flatMap { _ in b.first() }.trackActivity(in: indicator, associatedValue: "2")
      .flatMap { _ in c.first() }.trackActivity(in: indicator, associatedValue: "3")
      .sink { [log] in log.record("element \($0)") }
    a.send(1)
    a.send(completion: .finished)
    b.send(2)
    c.send(3)
    #expect(log.values == ["shows 1", "shows 2", "shows 3", "element 3", "idle"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a synchronous first event registers all open subscriptions`() {
    let lists = Recorder(indicator.activities.map { $0.map { $0.value ?? "" } })
    let subscription = Just(1).trackActivity(in: indicator, associatedValue: "1")
      .flatMap { _ in PassthroughSubject<Int, Never>() }.trackActivity(in: indicator, associatedValue: "2")
      .flatMap { _ in PassthroughSubject<Int, Never>() }.trackActivity(in: indicator, associatedValue: "3")
      .sink { _ in }
    #expect(lists.values == [[], ["1"], ["1", "2"], ["1", "2", "3"], ["2", "3"]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an unrelated subscription made meanwhile registers by itself`() {
    let other = PassthroughSubject<Int, Never>()
    let inner = Kept()
    let lists = Recorder(indicator.activities.map { $0.map { $0.value ?? "" } })
    let subscription = Just(1)
      .handleEvents(receiveSubscription: { [indicator] _ in
        let tracked = other.trackActivity(in: indicator, associatedValue: "other").sink { _ in }
        inner.keep(tracked)
      })
      .trackActivity(in: indicator, associatedValue: "outer").sink { _ in }
    #expect(lists.values == [[], ["other"], ["other", "outer"], ["other"]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `cancelling inside the first synchronous element leaves nothing running`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .unlimited) {
      $0.subscription?.cancel()
      return .none
    }
    [1, 2, 3].publisher.trackActivity(in: indicator).subscribe(subscriber)
    #expect(subscriber.received.values == [1])
    #expect(!indicator.state.data.loading)
    #expect(indicator.activities.data.count == 0)
  }

  @Test func `cancelling before the first element begins nothing`() {
    let lists = Recorder(indicator.activities.map(\.count))
    let subscription = Empty<Int, Never>(completeImmediately: false)
      .trackActivity(in: indicator).first().sink { _ in }
    subscription.cancel()
    #expect(lists.values == [0, 1, 0])
  }

  @Test(.timeLimit(.minutes(15))) func `a first event during the registration registers one activity`() {
    let source = UncheckedBox(PassthroughSubject<Int, Never>())
    let isSent = Shared(false)
    // The subscription registers its activity. The event comes during the delivery of that, and registers the
    // activity too.
    indicator.state.observeForever { state in
      guard state.loading, !isSent.value else { return }
      isSent.value = true
      source.value.send(1)
    }
    let subscription = source.value.trackActivity(in: indicator).sink { _ in }
    #expect(isSent.value)
    #expect(indicator.activities.data.count == 1)
    subscription.cancel()
    #expect(indicator.activities.data.isEmpty)
  }

  @Test func `a source that only completes is an activity for a moment`() {
    _ = logStates()
    let subscription = Empty<Int, Never>().trackActivity(in: indicator, associatedValue: "x").sink { _ in }
    #expect(log.values == ["shows x", "idle"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `demand passes through`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .max(2))
    [1, 2, 3].publisher.trackActivity(in: indicator).subscribe(subscriber)
    #expect(subscriber.received.values == [1, 2])
    subscriber.subscription?.cancel()
    #expect(!indicator.state.data.loading)
  }
}
