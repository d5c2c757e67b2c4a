import SignalboxTesting
import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(15))) struct TimelineTests {
  private let scheduler = TestScheduler()

  @Test func `trackers with the same timeline have the same time`() {
    scheduler.advance(by: .seconds(1))
    let timeline = Timeline(scheduler)
    scheduler.advance(by: .seconds(1))
    let activity = ActivityIndicator<String>(timeline: timeline)
    let errors = ErrorTracker(timeline: timeline)
    let reading = activity.begin(associatedValue: "Reading")
    errors.update(with: Failure("e"), resetTime: .seconds(3))
    #expect(timeline.now == .seconds(1))
    #expect([activity.now, errors.now] == [.seconds(1), .seconds(1)])
    #expect(activity.activities.data.map(\.since) == [.seconds(1)])
    #expect(errors.reports.data.map(\.since) == [.seconds(1)])
    #expect(errors.reports.data.map(\.expires) == [.seconds(4)])
    scheduler.advance(by: .seconds(3))
    #expect(errors.current.data == nil)
    reading.end()
  }

  @Test func `a network indicator uses the timers of its timeline`() {
    let network = NetworkActivityIndicator(timeline: Timeline(scheduler))
    let visible = Recorder(network.isVisible, scheduler)
    let request = network.begin()
    scheduler.advance(by: .seconds(2))
    #expect(visible.events == [.init(time: .zero, value: false), .init(time: .seconds(1), value: true)])
    request.end()
  }
}
