import SignalboxCore
import SignalboxTesting
import Testing

/// The examples in the documentation comments of the test kit, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite final class TestingExampleTests {
  @Test func testScheduler() {
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
    guard case .failed(let error) = failed.ended else { return }
    #expect(error is Offline)
  }
}
