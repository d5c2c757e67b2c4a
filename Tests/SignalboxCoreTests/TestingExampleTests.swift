import SignalboxCore
import SignalboxTesting
import Testing

/// The examples in the documentation comments and the article of the test kit, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) final class TestingExampleTests {
  @Test func `test scheduler`() {
    struct Failure: Error {}

    let scheduler = TestScheduler()
    let tracker = ErrorTracker(scheduler: scheduler)
    tracker.update(with: Failure(), resetTime: .seconds(5))
    scheduler.advance(by: .seconds(5))
    #expect(tracker.current.data == nil)
  }

  @Test func instant() {
    let scheduler = TestScheduler()
    scheduler.advance(to: TestScheduler.Instant(offset: .seconds(5)))
    #expect(scheduler.elapsed == .seconds(5))
  }

  @Test func stride() {
    let scheduler = TestScheduler()
    let delayed = Recorder(Just(1).delay(for: .milliseconds(300), scheduler: scheduler), scheduler)
    scheduler.advance(by: .milliseconds(300))
    #expect(delayed.values == [1])
  }

  @Test func recorder() {
    let scheduler = TestScheduler()
    let indicator = ActivityIndicator<String>(scheduler: scheduler)
    let held = Kept()
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) {
      held.keep(PassthroughSubject<Int, Never>().trackActivity(in: indicator).sink { _ in })
    }

    let shown = Recorder(indicator.state.map(\.loading), scheduler)
    scheduler.advance(by: .seconds(1))
    #expect(shown.values == [false, true])

    held.removeAll()
  }

  @Test func event() {
    let scheduler = TestScheduler()
    let notes = Recorder<String>(scheduler)
    scheduler.advance(by: .seconds(1))
    notes.record("tick")
    #expect(notes.events == [.init(time: .seconds(1), value: "tick")])
  }

  @Test func end() {
    let failed = Recorder(Fail<Int, Offline>(error: Offline()))
    guard case .failed(let error) = failed.ended else {
      Issue.record("it has not failed")
      return
    }
    #expect(error is Offline)
  }

  @Test func `the story of an error that resets itself`() {
    let scheduler = TestScheduler()
    let errors = ErrorTracker(scheduler: scheduler)
    let shown = Recorder(errors.current.map { $0.map { "\($0)" } ?? "nothing" }, scheduler)

    scheduler.advance(by: .seconds(2))
    errors.update(with: Offline(), resetTime: .seconds(5))
    scheduler.advance(by: .seconds(60))

    #expect(
      shown.events == [
        .init(time: .seconds(0), value: "nothing"),
        .init(time: .seconds(2), value: "Offline()"),
        .init(time: .seconds(7), value: "nothing"),
      ])
  }

  @Test func `the story of work that sleeps`() {
    let scheduler = TestScheduler()
    let load = Action<Int, String>(whileExecuting: .queue(), executor: scheduler) { page in
      try await scheduler.sleep(for: .seconds(3))
      return "page \(page)"
    }
    let pages = Recorder(load.elements, scheduler)

    load.execute(1)
    load.execute(2)
    scheduler.advance(by: .seconds(10))

    #expect(
      pages.events == [
        .init(time: .seconds(3), value: "page 1"),
        .init(time: .seconds(6), value: "page 2"),
      ])
  }

  @Test func `the story of no pending timers`() {
    let scheduler = TestScheduler()
    let network = NetworkActivityIndicator(
      startDelay: .seconds(1), completionDelay: .seconds(2), scheduler: scheduler)
    let request = network.begin()
    scheduler.advance(by: .seconds(1))
    #expect(network.isVisible.data)

    request.end()
    scheduler.advance(by: .seconds(2))

    #expect(!network.isVisible.data)
    #expect(scheduler.pendingCount == 0)
  }
}
