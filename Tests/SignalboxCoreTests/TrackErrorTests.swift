import SignalboxCore
import SignalboxTesting
import Testing

/// Publishers and async sequences whose errors are tracked.
@Suite(.timeLimit(.minutes(15))) struct TrackErrorTests {
  private let scheduler = TestScheduler()
  private let tracker: ErrorTracker
  private let shown: Recorder<String?>

  init() {
    tracker = ErrorTracker(scheduler: scheduler)
    shown = Recorder(tracker.current.map { ($0 as? Failure)?.name })
  }

  private func failing(_ name: String) -> some Publisher<Int, Failure> {
    Fail<Int, Failure>(error: Failure(name))
  }

  @Test func `a failure is reported before downstream receives it`() {
    let seen = Recorder<String?>()
    let subscription = failing("e").trackError(tracker)
      .sink(
        receiveCompletion: { [tracker] _ in seen.record((tracker.current.data as? Failure)?.name) },
        receiveValue: { _ in })
    #expect(seen.values == ["e"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an element clears its own source before downstream receives it`() {
    var source = PassthroughSubject<Int, Failure>()
    let tracked = Deferred { source }.trackError(tracker)
    tracker.update(with: Failure("other"), priority: .low)
    let seen = Recorder<String?>()
    let first = tracked.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    source.send(completion: .failure(Failure("own")))
    source = PassthroughSubject()
    let second = tracked.sink(
      receiveCompletion: { _ in },
      receiveValue: { [tracker] _ in seen.record((tracker.current.data as? Failure)?.name) })
    #expect(shown.values == [nil, "other", "own"])
    source.send(1)
    #expect(seen.values == ["other"])
    #expect(shown.values == [nil, "other", "own", "other"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `completion alone clears nothing`() {
    let fails = Shared(true)
    let tracked = Deferred { fails.value ? failing("e").eraseToAnyPublisher() : empty() }.trackError(tracker)
    let first = tracked.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    fails.value = false
    let second = tracked.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(shown.values == [nil, "e"])
    withExtendedLifetime((first, second)) {}
  }

  private func empty() -> AnyPublisher<Int, Failure> {
    Empty<Int, Failure>().eraseToAnyPublisher()
  }

  @Test func `applications are different sources and resubscriptions are not`() {
    let tracked = failing("e").trackError(tracker)
    let other = failing("f").trackError(tracker)
    for _ in 0..<3 { _ = tracked.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
    _ = other.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(tracker.reports.data.map(\.timesSeen) == [1, 3])
  }

  @Test func `a source may be named`() {
    _ = failing("e").trackError(tracker, resetTime: .seconds(1), priority: .high, source: "disk")
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(tracker.reports.data.map(\.source) == ["disk"])
    #expect(tracker.reports.data.map(\.priority) == [.high])
    scheduler.advance(by: .seconds(1))
    #expect(shown.values == [nil, "e", nil])
  }

  @Test func `demand and cancellation pass through`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .max(1))
    [1, 2, 3].publisher.trackError(tracker).subscribe(subscriber)
    subscriber.subscription?.request(.max(1))
    subscriber.subscription?.cancel()
    #expect(subscriber.received.values == [1, 2])
  }

  @Test func `a tracker dropped while a source runs is released with it`() {
    let source = PassthroughSubject<Int, Failure>()
    var tracker: ErrorTracker? = ErrorTracker(scheduler: scheduler)
    weak let current = tracker?.current
    let ended = Shared(false)
    var subscription = tracker.map {
      source.trackError($0).sink(receiveCompletion: { _ in ended.value = true }, receiveValue: { _ in })
    }
    tracker = nil
    source.send(1)
    source.send(completion: .failure(Failure("late")))
    subscription = nil
    #expect(ended.value)
    #expect(current == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test func `an async sequence is tracked too`() async {
    let attempts = Shared(0)
    let numbers = AsyncThrowingStream<Int, any Error>(unfolding: {
      attempts.change { $0 += 1 }
      if attempts.value == 1 { return 1 }
      throw Failure("e")
    })
    var seen: [String?] = []
    let tracked = numbers.trackError(tracker, source: "stream")
    tracker.update(with: Failure("before"), source: "stream")
    await #expect(throws: Failure("e")) {
      for try await _ in tracked { seen.append((tracker.current.data as? Failure)?.name) }
    }
    #expect(seen == [nil])
    #expect(shown.values == [nil, "before", nil, "e"])
  }
}
