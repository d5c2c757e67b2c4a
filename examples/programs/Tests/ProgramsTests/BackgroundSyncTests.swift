import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct BackgroundSyncTests {
  private let scheduler = TestScheduler()
  private let isOnline = LiveData(data: false)

  private func makeSync(duration: TestScheduler.Instant.Stride, isFailing: Bool = false) -> BackgroundSync {
    BackgroundSync(isOnline: isOnline, timeline: Timeline(scheduler)) { [scheduler] in
      Just(["a", "b"]).delay(for: duration, scheduler: scheduler)
        .setFailureType(to: (any Error).self).eraseToAnyPublisher()
    } push: { [scheduler] changes in
      Just(changes.count).delay(for: duration, scheduler: scheduler)
        .tryMap { count in
          if isFailing { throw Offline() }
          return count
        }
        .eraseToAnyPublisher()
    }
  }

  @Test func `it begins when the network is back, and says what it does`() {
    let sync = makeSync(duration: 3)
    let sent = Recorder(sync.sync.elements, scheduler)
    let captions = Recorder(sync.activity.state.map { $0.associatedValue ?? "-" }, scheduler)
    scheduler.advance(by: .seconds(1))
    isOnline.data = true
    scheduler.advance(by: .seconds(60))
    #expect(sent.events == [.init(time: .seconds(7), value: 2)])
    #expect(captions.lines == ["0: -", "1: Receiving", "4: Sending 2 changes", "7: -"])
  }

  @Test func `the network symbol is shown for long work only, and does not blink between the parts`() {
    let long = makeSync(duration: 3)
    let isVisible = Recorder(long.network.isVisible, scheduler)
    isOnline.data = true
    scheduler.advance(by: .seconds(60))
    #expect(isVisible.values == [false, true, false])
    #expect(isVisible.events.map(\.time) == [.zero, .seconds(1), .milliseconds(6_200)])

    let short = makeSync(duration: .milliseconds(200))
    short.sync.execute()
    let flashes = Recorder(short.network.isVisible, scheduler)
    scheduler.advance(by: .seconds(60))
    #expect(flashes.values == [false])
  }

  @Test func `a failure is reported quietly and for a while`() {
    let sync = makeSync(duration: 1, isFailing: true)
    isOnline.data = true
    scheduler.advance(by: .seconds(2))
    #expect(sync.errors.reports.data.map(\.priority) == [.low])
    #expect(!sync.activity.state.data.loading)
    scheduler.advance(by: .seconds(30))
    #expect(sync.errors.reports.data.isEmpty)
  }

  @Test func `a network that flickers starts one synchronisation`() {
    let sync = makeSync(duration: 3)
    let starts = Recorder(sync.sync.executions, scheduler)
    for _ in 1...3 {
      isOnline.data = true
      scheduler.advance(by: .seconds(1))
      isOnline.data = false
    }
    scheduler.advance(by: .seconds(60))
    #expect(starts.values.count == 1)
  }

  @Test func `a synchronisation that is released ends its requests`() {
    var sync: BackgroundSync? = makeSync(duration: 3)
    let network = sync?.network
    isOnline.data = true
    scheduler.advance(by: .seconds(1))
    #expect(network?.activeRequestCount.data == 1)
    sync = nil
    #expect(network?.activeRequestCount.data == 0)
  }
}
