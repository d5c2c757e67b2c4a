#if Metrics
import CoreMetrics
import MetricsTestKit
import SignalboxMetrics
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct MeasureTrackersTests {
  private let scheduler = TestScheduler()
  private let metrics = TestMetrics()
  private let busy = [("indicator", "busy")]

  private func errors(_ priority: String) -> [(String, String)] {
    [("tracker", "errors"), ("priority", priority)]
  }

  // MARK: Activities

  @Test func `activities are counted and measured`() {
    let indicator = ActivityIndicator<String>(scheduler: scheduler)
    let first = indicator.begin()
    indicator.measure(as: "busy", factory: metrics)
    let second = indicator.begin()
    scheduler.advance(by: .seconds(3))
    first.update("still there")
    second.end()
    scheduler.advance(by: .seconds(1))
    first.end()
    #expect(metrics.total("activities_started", busy) == 2)
    #expect(metrics.durations("activity_duration", busy) == [.seconds(3), .seconds(4)])
    #expect(metrics.levels("activities_running", busy) == [1, 2, 1, 0])
  }

  @Test func `activities outlive their indicator and are measured to their end`() {
    var indicator: ActivityIndicator<String>? = ActivityIndicator(scheduler: scheduler)
    weak let released = indicator
    indicator?.measure(as: "busy", factory: metrics)
    let activity = indicator?.begin()
    indicator = nil
    #expect(released == nil)
    activity?.end()
    #expect(metrics.levels("activities_running", busy) == [1, 0])
  }

  @Test func `activities of many threads are counted`() async {
    let indicator = ActivityIndicator<Int>()
    indicator.measure(as: "busy", factory: metrics)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<625 { await indicator.track { _ in } }
        }
      }
    }
    #expect(metrics.total("activities_started", busy) == 5_000)
    #expect(metrics.durations("activity_duration", busy).count == 5_000)
    #expect(metrics.levels("activities_running", busy).last == 0)
  }

  // MARK: Errors

  @Test func `errors are counted by priority, each time they are reported`() {
    let tracker = ErrorTracker(scheduler: scheduler)
    tracker.update(with: Slow(), priority: .low)
    tracker.measure(as: "errors", factory: metrics)
    tracker.update(with: Slow(), priority: .low)
    tracker.update(with: Offline(), resetTime: .seconds(5), priority: .high)
    tracker.update(with: CancellationError(), priority: .high)
    #expect(metrics.total("errors_reported", errors("low")) == 2)
    #expect(metrics.total("errors_reported", errors("normal")) == 0)
    #expect(metrics.total("errors_reported", errors("high")) == 1)
    #expect(metrics.levels("errors_present", errors("low")) == [1])
    scheduler.advance(by: .seconds(5))
    #expect(metrics.levels("errors_present", errors("high")) == [1, 0])
    tracker.reset()
    #expect(metrics.levels("errors_present", errors("low")) == [1, 0])
  }

  @Test func `the errors of a released tracker are no longer present`() {
    var tracker: ErrorTracker? = ErrorTracker(scheduler: scheduler)
    let other = ErrorTracker(scheduler: scheduler)
    weak let released = tracker
    for tracker in [tracker, other] { tracker?.measure(as: "errors", factory: metrics) }
    tracker?.update(with: Slow(), source: "a")
    tracker?.update(with: Slow(), source: "b")
    other.update(with: Slow())
    #expect(metrics.levels("errors_present", errors("normal")).last == 3)
    tracker = nil
    #expect(released == nil)
    #expect(metrics.levels("errors_present", errors("normal")).last == 1)
  }

  // MARK: Network activity

  @Test func `requests are counted`() {
    let network = NetworkActivityIndicator(scheduler: scheduler)
    network.requestDidStart(requestID: "before")
    network.measure(as: "busy", dimensions: [("host", "a")], factory: metrics)
    let request = network.begin()
    request.end()
    network.requestDidStop(requestID: "before")
    let dimensions = busy + [("host", "a")]
    #expect(metrics.total("network_requests_started", dimensions) == 2)
    #expect(metrics.levels("network_requests_active", dimensions) == [1, 2, 1, 0])
  }

  @Test func `the factory of the task is used if none is given`() {
    let network = NetworkActivityIndicator(scheduler: scheduler)
    withMetricsFactory(metrics) { network.measure(as: "busy") }
    let request = network.begin()
    #expect(metrics.levels("network_requests_active", busy) == [1])
    request.end()
  }
}
#endif
