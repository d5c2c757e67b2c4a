import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct TelemetryTests {
  private let scheduler = TestScheduler()
  private let isOnline = LiveData(data: true)
  private let sent: Recorder<Telemetry.Counts>

  init() { sent = Recorder(scheduler) }

  private func makeTelemetry(duration: Duration = .zero) -> Telemetry {
    Telemetry(scheduler: scheduler, executor: scheduler) { [scheduler, isOnline, sent] counts in
      try await scheduler.sleep(for: duration)
      guard isOnline.data else { throw Offline() }
      sent.record(counts)
    }
  }

  @Test func `a thousand events are a few batches`() {
    let telemetry = makeTelemetry()
    for _ in 1...1_000 {
      telemetry.count("key")
      scheduler.advance(by: .milliseconds(25))
    }
    scheduler.advance(by: .seconds(10))
    #expect(sent.events.map(\.time) == [.seconds(10), .seconds(20), .seconds(30)])
    #expect(sent.values.compactMap { $0["key"] }.reduce(0, +) == 1_000)
  }

  @Test func `counts that could not be sent are in the next batch`() {
    let telemetry = makeTelemetry()
    isOnline.data = false
    telemetry.count("key")
    scheduler.advance(by: .seconds(15))
    isOnline.data = true
    telemetry.count("key")
    scheduler.advance(by: .seconds(30))
    #expect(sent.values == [["key": 2]])
  }

  @Test func `what is counted during a slow send is sent after it`() {
    let telemetry = makeTelemetry(duration: .seconds(25))
    telemetry.count("key")
    scheduler.advance(by: .seconds(12))
    telemetry.count("click")
    scheduler.advance(by: .seconds(120))
    #expect(sent.values == [["key": 1], ["click": 1]])
  }

  @Test func `nothing is sent while nothing happens`() {
    let telemetry = makeTelemetry()
    scheduler.advance(by: .seconds(600))
    withExtendedLifetime(telemetry) {}
    #expect(sent.values.isEmpty)
    #expect(scheduler.pendingCount == 0)
  }
}
