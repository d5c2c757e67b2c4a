import SignalboxCore
import SignalboxTesting
import Testing

/// `debounce(after:)` and `throttle(every:)` in virtual time.
@Suite(.timeLimit(.minutes(15))) struct PaceLiveDataTests {
  private let scheduler = TestScheduler()
  private let live = LiveData(data: 0)

  private func advance(_ milliseconds: Int) { scheduler.advance(by: .milliseconds(milliseconds)) }

  @Test func `debounce delivers the last change after it was quiet`() {
    let settled = live.debounce(after: .milliseconds(300), scheduler: scheduler)
    let received = Recorder(settled, scheduler)
    for value in 1...3 {
      live.data = value
      advance(200)
    }
    #expect(settled.data == 0)
    advance(100)
    #expect(settled.data == 3)
    advance(1_000)
    live.data = 4
    advance(300)
    #expect(
      received.events == [
        .init(time: .zero, value: 0), .init(time: .milliseconds(700), value: 3),
        .init(time: .milliseconds(2_000), value: 4),
      ])
  }

  @Test func `debounce follows while nobody observes`() {
    let settled = live.debounce(after: .milliseconds(300), scheduler: scheduler)
    live.data = 1
    advance(300)
    #expect(settled.data == 1)
  }

  @Test func `a time of zero still delivers by the scheduler`() {
    let settled = live.debounce(after: .zero, scheduler: scheduler)
    live.data = 1
    #expect(settled.data == 0)
    advance(0)
    #expect(settled.data == 1)
  }

  @Test func `throttle delivers at once and then at the end of each interval`() {
    advance(1_000)
    let shown = live.throttle(every: .seconds(1), scheduler: scheduler)
    let received = Recorder(shown, scheduler)
    advance(1_000)
    for value in 1...9 {
      live.data = value
      advance(250)
    }
    advance(10_000)
    #expect(
      received.events == [
        .init(time: .seconds(1), value: 0), .init(time: .seconds(2), value: 1),
        .init(time: .seconds(3), value: 4), .init(time: .seconds(4), value: 8),
        .init(time: .seconds(5), value: 9),
      ])
  }

  @Test func `throttle can deliver the first of those that wait`() {
    let shown = live.throttle(every: .seconds(1), latest: false, scheduler: scheduler)
    live.data = 1
    live.data = 2
    advance(1_000)
    #expect(shown.data == 1)
    advance(1_000)
    #expect(shown.data == 1)
  }

  @Test func `live data that is released while a change waits is freed and nothing fires`() {
    for isDebounced in [true, false] {
      var owner: Owner? = Owner()
      let received = Recorder<Int>()
      if let owner {
        let paced =
          isDebounced
          ? live.debounce(after: .seconds(1), scheduler: scheduler)
          : live.throttle(every: .seconds(1), scheduler: scheduler)
        paced.observe(owner: owner) { received.record($0) }
      }
      live.data += 1
      owner = nil
      advance(2_000)
      #expect(received.values.isEmpty)
    }
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a source that is released takes along what waits`() {
    var live: LiveData<Int>? = LiveData(data: 0)
    let received = Recorder<Int>()
    live?.debounce(after: .seconds(1), scheduler: scheduler).observeForever { received.record($0) }
    live?.data = 1
    live = nil
    advance(2_000)
    #expect(received.values.isEmpty)
  }

  @Test func `a change in a callback of the delivery is debounced again`() {
    let settled = live.debounce(after: .seconds(1), scheduler: scheduler)
    let received = Recorder(settled, scheduler)
    settled.observeForever { [live] in if $0 < 3 { live.data = $0 + 1 } }
    live.data = 1
    advance(5_000)
    #expect(received.events.map(\.time) == [.zero, .seconds(1), .seconds(2), .seconds(3)])
    #expect(settled.data == 3)
  }

  @Test func `20,000 changes hold one timer`() {
    let settled = live.debounce(after: .seconds(1), scheduler: scheduler)
    let shown = live.throttle(every: .seconds(1), scheduler: scheduler)
    for value in 1...20_000 { live.data = value }
    #expect(scheduler.pendingCount == 2)
    advance(1_000)
    #expect(settled.data == 20_000)
    #expect(shown.data == 20_000)
  }
}
