import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct NetworkActivityIndicatorTests {
  private let scheduler = TestScheduler()

  /// An indicator and the changes of its visibility.
  private func make(
    start: Duration = .zero, completion: Duration = .seconds(0.2), minimum: Duration = .zero
  ) -> (NetworkActivityIndicator, Recorder<Bool>) {
    let indicator = NetworkActivityIndicator(
      startDelay: start, completionDelay: completion, minimumVisibleTime: minimum, scheduler: scheduler)
    let shown = Recorder<Bool>(scheduler)
    indicator.isVisible.observeForever { shown.record($0) }
    return (indicator, shown)
  }

  private func advance(to seconds: Double) {
    scheduler.advance(to: TestScheduler.Instant(offset: .seconds(seconds)))
  }

  private func events(_ events: (Double, Bool)...) -> [Recorder<Bool>.Event] {
    events.map { Recorder.Event(time: .seconds($0.0), value: $0.1) }
  }

  @Test func `the default delays`() {
    let indicator = NetworkActivityIndicator(scheduler: scheduler)
    #expect(indicator.isEnabled)
    #expect(indicator.startDelay == .seconds(1))
    #expect(indicator.completionDelay == .seconds(0.2))
    #expect(indicator.minimumVisibleTime == .zero)
    #expect(!indicator.isVisible.data)
    #expect(NetworkActivityIndicator.shared.isEnabled)
  }

  @Test func `a request shorter than the start delay is never shown`() {
    let (indicator, shown) = make(start: .seconds(0.125))
    indicator.requestDidStart(requestID: "a")
    advance(to: 0.05)
    indicator.requestDidStop(requestID: "a")
    advance(to: 10)
    #expect(shown.values == [])
  }

  @Test func `requests close to each other do not blink`() {
    let (indicator, shown) = make()
    indicator.requestDidStart(requestID: "r1")
    advance(to: 0.1)
    indicator.requestDidStop(requestID: "r1")
    advance(to: 0.2)
    indicator.requestDidStart(requestID: "r2")
    advance(to: 0.3)
    indicator.requestDidStop(requestID: "r2")
    advance(to: 10)
    #expect(shown.events == events((0, true), (0.5, false)))
  }

  @Test func `overlapping requests show once`() {
    let (indicator, shown) = make()
    for id in ["a", "b", "c"] { indicator.requestDidStart(requestID: id) }
    #expect(indicator.activeRequestCount.data == 3)
    advance(to: 1)
    for id in ["b", "a", "c"] { indicator.requestDidStop(requestID: id) }
    advance(to: 10)
    #expect(shown.values == [true, false])
    #expect(indicator.activeRequestCount.data == 0)
  }

  @Test func `a duplicate start is one request`() {
    let (indicator, shown) = make()
    indicator.requestDidStart(requestID: "a")
    indicator.requestDidStart(requestID: "a")
    advance(to: 1)
    indicator.requestDidStop(requestID: "a")
    advance(to: 10)
    #expect(shown.values == [true, false])
  }

  @Test func `the start delay measures continuous activity`() {
    let (indicator, shown) = make(start: .seconds(0.5))
    indicator.requestDidStart(requestID: "a")
    advance(to: 0.05)
    indicator.requestDidStop(requestID: "a")
    advance(to: 0.45)
    indicator.requestDidStart(requestID: "b")
    advance(to: 10)
    #expect(shown.events == events((0.95, true)))
  }

  @Test func `start and stop in one turn show nothing`() {
    let (indicator, shown) = make()
    indicator.requestDidStart(requestID: "a")
    indicator.requestDidStop(requestID: "a")
    advance(to: 10)
    #expect(shown.values == [])
  }

  @Test func `disabling hides at once and cancels the pending delay`() {
    let (indicator, shown) = make(start: .seconds(1))
    indicator.requestDidStart(requestID: "a")
    advance(to: 0.5)
    indicator.isEnabled = false
    advance(to: 2)
    #expect(shown.values == [])
    indicator.isEnabled = true
    advance(to: 3)
    indicator.isEnabled = false
    advance(to: 10)
    #expect(shown.events == events((3, true), (3, false)))
  }

  @Test func `a timer that is pending when the indicator is disabled finds nothing due`() {
    let scheduler = TestScheduler()
    let network = NetworkActivityIndicator(
      startDelay: .seconds(1), completionDelay: .zero, scheduler: scheduler)
    let visible = Recorder(network.isVisible, scheduler)
    let request = network.begin()
    network.isEnabled = false
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(1))
    #expect(scheduler.pendingCount == 0)
    #expect(visible.values == [false])
    request.end()
  }

  @Test func `enabling with requests in flight begins the start delay`() {
    let (indicator, shown) = make(start: .seconds(1))
    indicator.isEnabled = false
    indicator.requestDidStart(requestID: "a")
    advance(to: 5)
    indicator.isEnabled = true
    advance(to: 10)
    #expect(shown.events == events((6, true)))
  }

  @Test func `a stop before its start leaves nothing on`() {
    let (indicator, shown) = make()
    indicator.requestDidStop(requestID: "a")
    indicator.requestDidStart(requestID: "a")
    advance(to: 10)
    #expect(shown.values == [])
    indicator.requestDidStart(requestID: "a")
    advance(to: 20)
    #expect(shown.values == [true])
  }

  @Test func `a stray stop has no lasting effect`() {
    let (indicator, shown) = make()
    indicator.requestDidStop(requestID: "a")
    advance(to: 1)
    indicator.requestDidStart(requestID: "a")
    advance(to: 2)
    #expect(shown.events == events((1, true)))
  }

  @Test func `a repeated stop does not swallow a start`() {
    let (indicator, shown) = make()
    indicator.requestDidStart(requestID: "a")
    advance(to: 1)
    indicator.requestDidStop(requestID: "a")
    indicator.requestDidStop(requestID: "a")
    advance(to: 1.1)
    indicator.requestDidStart(requestID: "a")
    advance(to: 10)
    #expect(shown.values == [true])
  }

  @Test func `the indicator shows for its minimum time`() {
    let (indicator, shown) = make(start: .seconds(0.2), completion: .zero, minimum: .seconds(0.5))
    indicator.requestDidStart(requestID: "a")
    advance(to: 0.21)
    indicator.requestDidStop(requestID: "a")
    advance(to: 10)
    #expect(shown.events == events((0.2, true), (0.7, false)))
  }

  @Test func `a changed delay affects the next one`() {
    let (indicator, shown) = make(start: .seconds(1), completion: .seconds(1))
    indicator.requestDidStart(requestID: "a")
    indicator.startDelay = .seconds(3)
    indicator.completionDelay = .seconds(2)
    advance(to: 5)
    indicator.requestDidStop(requestID: "a")
    advance(to: 10)
    #expect(shown.events == events((1, true), (7, false)))
  }

  @Test func `an indicator that is released during a delay is freed and no timer fires`() {
    var indicator: NetworkActivityIndicator? = NetworkActivityIndicator(scheduler: scheduler)
    weak let weakIndicator = indicator
    indicator?.requestDidStart(requestID: "a")
    #expect(scheduler.pendingCount == 1)
    indicator = nil
    #expect(weakIndicator == nil)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a scheduler without time shows at once`() {
    let indicator = NetworkActivityIndicator(scheduler: ImmediateTimers())
    let shown = Recorder(indicator.isVisible)
    indicator.requestDidStart(requestID: "a")
    indicator.requestDidStop(requestID: "a")
    #expect(shown.values == [false, true, false])
  }

  @Test func `a publisher is a request from its subscription to its end`() {
    let (indicator, shown) = make(completion: .zero)
    let source = PassthroughSubject<Int, Failure>()
    let received = Recorder(source.trackNetworkActivity(in: indicator))
    let cancelled = source.trackNetworkActivity(in: indicator)
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(indicator.activeRequestCount.data == 2)
    cancelled.cancel()
    advance(to: 1)
    source.send(1)
    source.send(completion: .failure(Failure("e")))
    advance(to: 2)
    #expect(received.values == [1])
    #expect(received.ended?.failureName == "e")
    #expect(shown.events == events((0, true), (1, false)))
  }

  @Test func `a token is a request until its end or its release`() {
    let (indicator, _) = make()
    let first = indicator.begin()
    var second: NetworkRequest? = indicator.begin()
    #expect(indicator.activeRequestCount.data == 2)
    first.end()
    first.end()
    second = nil
    #expect(indicator.activeRequestCount.data == 0)
    withExtendedLifetime(second) {}
  }

  @Test func `an async closure is a request`() async {
    let (indicator, _) = make()
    let counts = Recorder(indicator.activeRequestCount)
    await #expect(throws: Failure("e")) { try await indicator.track { throw Failure("e") } }
    let result = await indicator.track {
      await Task.yield()
      return 1
    }
    #expect(result == 1)
    #expect(counts.values == [0, 1, 0, 1, 0])
  }
}
