import SignalboxCore
import SignalboxTesting
import Testing

/// `sink` of a tracked publisher, which stands in for Combine's.
@Suite(.timeLimit(.minutes(15))) struct TrackedSinkTests {
  private let source = PassthroughSubject<Int, Failure>()
  private let indicator = ActivityIndicator<Int>()
  private let events = Recorder<String>()

  private var tracked: TrackedActivity<PassthroughSubject<Int, Failure>, Int> {
    source.trackActivity(in: indicator, associatedValue: 1)
  }

  private func sink(onValue: @escaping (Int) -> Void = { _ in }) -> AnyCancellable {
    tracked.sink(
      receiveCompletion: { [events] end in
        if case .failure(let error) = end { events.record(error.name) } else { events.record("finished") }
      },
      receiveValue: { [events] value in
        events.record("\(value)")
        onValue(value)
      })
  }

  @Test func `elements and the end are delivered, and then the activity ends`() {
    let subscription = sink()
    #expect(indicator.state.data.loading)
    source.send(1)
    source.send(2)
    source.send(completion: .finished)
    source.send(3)
    #expect(events.values == ["1", "2", "finished"])
    #expect(!indicator.state.data.loading)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a failure is delivered`() {
    let subscription = sink()
    source.send(completion: .failure(Failure("lost")))
    #expect(events.values == ["lost"])
    #expect(!indicator.state.data.loading)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [false, true])
  func `cancelling and releasing end the subscription and its activity`(isReleased: Bool) {
    let cancelled = Shared(0)
    var subscription: AnyCancellable? =
      source
      .handleEvents(receiveCancel: { cancelled.change { $0 += 1 } })
      .trackActivity(in: indicator, associatedValue: 1)
      .sink(receiveCompletion: { _ in }, receiveValue: { [events] in events.record("\($0)") })
    source.send(1)
    if isReleased { subscription = nil } else { subscription?.cancel() }
    source.send(2)
    subscription = nil
    #expect(events.values == ["1"])
    #expect(cancelled.value == 1)
    #expect(!indicator.state.data.loading)
  }

  @Test func `cancelling inside an element stops everything after it`() {
    let kept = Kept()
    kept.keep(
      [1, 2, 3].publisher.append(source.replaceError(with: 0))
        .trackActivity(in: indicator, associatedValue: 1)
        .sink { [events] in
          events.record("\($0)")
          if $0 == 7 { kept.removeAll() }
        })
    source.send(7)
    source.send(8)
    #expect(events.values == ["1", "2", "3", "7"])
    #expect(!indicator.state.data.loading)
  }

  @Test func `everything is demanded at once`() {
    let requests = Recorder<Int?>()
    let subscription = source.handleEvents(receiveRequest: { requests.record($0.max) })
      .trackActivity(in: indicator, associatedValue: 1)
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    source.send(1)
    #expect(requests.values == [nil])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a sink that is cancelled before a late subscription stops the publisher`() {
    let scheduler = TestScheduler()
    let calls = Recorder<String>()
    let subscription =
      source
      .handleEvents(
        receiveCancel: { calls.record("cancel") }, receiveRequest: { _ in calls.record("request") }
      )
      .subscribe(on: scheduler)
      .trackActivity(in: indicator, associatedValue: 1)
      .sink(receiveCompletion: { _ in }, receiveValue: { [events] in events.record("\($0)") })
    #expect(indicator.state.data.loading)
    subscription.cancel()
    #expect(!indicator.state.data.loading)
    scheduler.advance()
    source.send(1)
    #expect(calls.values == ["cancel"])
    #expect(events.values.isEmpty)
  }

  @Test(arguments: ["finished", "failed", "cancelled"])
  func `the end releases the closures, also while what was returned is retained`(end: String) {
    // It retains its subscriber after the end, which is allowed.
    let publisher = Retaining<Int, Failure>()
    weak var captured: Shared<Int>?
    var subscription: AnyCancellable?
    do {
      let object = Shared(0)
      captured = object
      subscription = publisher.trackActivity(in: indicator, associatedValue: 1)
        .sink(receiveCompletion: { _ in object.value = -1 }, receiveValue: { object.value = $0 })
    }
    _ = publisher.subscriber?.receive(1)
    #expect(captured?.value == 1)
    switch end {
    case "finished": publisher.subscriber?.receive(completion: .finished)
    case "failed": publisher.subscriber?.receive(completion: .failure(Failure("lost")))
    default: subscription?.cancel()
    }
    #expect(captured == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test func `it delivers what Combine's own sink does`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix(seed: seed &* 0x1000_0000)
      let (source, indicator) = (PassthroughSubject<Int, Failure>(), ActivityIndicator<Int>())
      let (ours, theirs) = (Recorder<String>(), Recorder<String>())
      let tracked = source.trackActivity(in: indicator, associatedValue: 1)
      var own: AnyCancellable? = tracked.sink(
        receiveCompletion: { ours.record("\($0)") }, receiveValue: { ours.record("\($0)") })
      var combine: AnyCancellable? = tracked.eraseToAnyPublisher().sink(
        receiveCompletion: { theirs.record("\($0)") }, receiveValue: { theirs.record("\($0)") })
      for step in 0..<20 {
        switch random.below(20) {
        case 0: source.send(completion: .finished)
        case 1: source.send(completion: .failure(Failure("\(step)")))
        case 2:
          own?.cancel()
          combine?.cancel()
        case 3: (own, combine) = (nil, nil)
        default: source.send(step)
        }
        #expect(ours.values == theirs.values)
        #expect(indicator.activities.data.count != 1)
      }
    }
  }
}

/// A publisher that keeps its subscriber.
private final class Retaining<Output, Failure: Error>: Publisher {
  private(set) var subscriber: AnySubscriber<Output, Failure>?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    self.subscriber = AnySubscriber(subscriber)
    subscriber.receive(subscription: Subscriptions.empty)
  }
}
