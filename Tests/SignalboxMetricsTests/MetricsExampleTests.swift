#if Metrics
import CoreMetrics
import MetricsTestKit
import SignalboxMetrics
import SignalboxTesting
import Testing

/// The examples in the documentation of this product, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) struct MetricsExampleTests {
  private let factory = TestMetrics()

  @Sendable private static func fetch(_ page: Int) async throws -> String { "page \(page)" }

  @Test func `an action and its activities`() async throws {
    let fetch = Self.fetch

    let activity = ActivityIndicator<String>()
    let download = Action<Int, String>(whileExecuting: .queue()) { page in
      try await activity.track { _ in try await fetch(page) }
    }

    download.measure(as: "download", factory: factory)
    activity.measure(as: "requests", dimensions: [("region", "eu")], factory: factory)

    try await download.execute(1).finished()
    #expect(factory.total("action_executions_started", [("action", "download")]) == 1)
    #expect(factory.total("activities_started", [("indicator", "requests"), ("region", "eu")]) == 1)
  }

  @Test func `an action`() async throws {
    let fetch = Self.fetch

    let download = Action<Int, String> { try await fetch($0) }
    download.measure(as: "download", factory: factory)

    try await download.execute(1).finished()
    #expect(factory.total("action_executions_started", [("action", "download")]) == 1)
  }

  @Test func `an indicator`() {
    let indicator = ActivityIndicator<String>()
    indicator.measure(as: "requests", factory: factory)

    indicator.begin().end()
    #expect(factory.total("activities_started", [("indicator", "requests")]) == 1)
  }

  @Test func `a tracker`() {
    let errors = ErrorTracker()
    errors.measure(as: "errors", factory: factory)

    errors.update(with: Offline())
    #expect(factory.total("errors_reported", [("tracker", "errors"), ("priority", "normal")]) == 1)
  }

  @Test func `a network indicator`() {
    let network = NetworkActivityIndicator()
    network.measure(as: "network", factory: factory)

    network.begin().end()
    #expect(factory.total("network_requests_started", [("indicator", "network")]) == 1)
  }

  @Test func `in a test`() throws {
    let scheduler = TestScheduler()
    let metrics = TestMetrics()
    let load = VoidAction(executor: scheduler) { try await scheduler.sleep(for: .seconds(3)) }
    load.measure(as: "load", factory: metrics, timeline: Timeline(scheduler))

    load.execute()
    scheduler.advance(by: .seconds(3))

    let duration = try metrics.expectTimer(
      "action_execution_duration", [("action", "load"), ("result", "completed")])
    #expect(duration.lastValue == 3_000_000_000)  // nanoseconds
  }
}
#endif
