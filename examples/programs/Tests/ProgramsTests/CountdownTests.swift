import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct CountdownTests {
  private let scheduler = TestScheduler()

  private func makeCountdown(_ duration: Duration) -> Countdown {
    Countdown(duration, scheduler: scheduler, clock: scheduler, executor: scheduler)
  }

  @Test func `it counts whole seconds down to zero`() {
    let countdown = makeCountdown(.seconds(3))
    let shown = Recorder(countdown.remaining, scheduler)
    let ends = Recorder(countdown.finished, scheduler)
    countdown.start()
    scheduler.advance(by: .seconds(10))
    #expect(shown.events.prefix(4).map(\.value) == [.seconds(3), .seconds(2), .seconds(1), .zero])
    #expect(shown.events.prefix(4).map(\.time) == [.zero, .seconds(1), .seconds(2), .seconds(3)])
    #expect(ends.events.map(\.time) == [.seconds(3)])
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a pause loses no part of a second`() {
    let countdown = makeCountdown(.seconds(3))
    let ends = Recorder(countdown.finished, scheduler)
    countdown.start()
    scheduler.advance(by: .milliseconds(1_400))
    countdown.pause()
    scheduler.advance(by: .seconds(60))
    #expect(countdown.remaining.data == .milliseconds(1_600))
    countdown.start()
    scheduler.advance(by: .milliseconds(1_599))
    #expect(ends.values.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(ends.values.count == 1)
  }

  @Test func `a pause that is over at once loses nothing either`() {
    let countdown = makeCountdown(.seconds(3))
    let ends = Recorder(countdown.finished, scheduler)
    countdown.start()
    scheduler.advance(by: .milliseconds(1_400))
    countdown.pause()
    #expect(countdown.isRunning.data)
    scheduler.advance()
    #expect(!countdown.isRunning.data)
    countdown.start()
    scheduler.advance(by: .seconds(10))
    #expect(ends.events.map(\.time) == [.seconds(3)])
  }

  @Test func `starting twice does not count twice as fast`() {
    let countdown = makeCountdown(.seconds(3))
    countdown.start()
    countdown.start()
    scheduler.advance(by: .seconds(1))
    #expect(countdown.remaining.data == .seconds(2))
    #expect(countdown.isRunning.data)
  }

  @Test func `a countdown that has ended cannot be started`() {
    let countdown = makeCountdown(.seconds(1))
    let ends = Recorder(countdown.finished, scheduler)
    for _ in 1...3 {
      countdown.start()
      scheduler.advance(by: .seconds(1))
    }
    #expect(ends.values.count == 1)
  }

  @Test func `a released countdown leaves no timer`() {
    var countdown: Countdown? = makeCountdown(.seconds(3))
    countdown?.start()
    scheduler.advance(by: .seconds(1))
    countdown = nil
    scheduler.advance()
    #expect(scheduler.pendingCount == 0)
  }
}
