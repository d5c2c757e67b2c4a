import Dispatch
import SignalboxTesting
import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(5))) struct AlarmTests {
  private let scheduler = TestScheduler()
  private let alarm: Alarm
  private let rung: Recorder<Duration>

  init() {
    alarm = Alarm(Timeline(scheduler))
    rung = Recorder(scheduler)
    alarm.onRing { [rung] now in rung.record(now) }
  }

  private func set(_ seconds: Int) { alarm.set(.seconds(seconds)) }

  @Test func itRingsOnceAtItsDeadline() {
    set(2)
    scheduler.advance(by: .seconds(10))
    #expect(rung.events == [.init(time: .seconds(2), value: .seconds(2))])
  }

  @Test func aLaterDeadlineLeavesTheEarlierBlockAlone() {
    set(1)
    set(2)
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(10))
    #expect(rung.values == [.seconds(1)])
  }

  @Test func anEarlierDeadlineReplacesTheLaterBlock() {
    set(2)
    set(1)
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(10))
    #expect(rung.events == [.init(time: .seconds(1), value: .seconds(1))])
  }

  @Test func aReleasedAlarmIsSilent() {
    var alarm: Alarm? = Alarm(Timeline(scheduler))
    alarm?.onRing { [rung] now in rung.record(now) }
    alarm?.set(.seconds(1))
    alarm = nil
    scheduler.advance(by: .seconds(10))
    #expect(rung.values == [])
    withExtendedLifetime(alarm) {}
  }

  @Test func theTimeItTellsIsNeverBeforeItsDeadline() {
    let alarm = Alarm(Timeline(ImmediateTimers()))
    let times = Shared<[Duration]>([])
    alarm.onRing { now in times.change { $0.append(now) } }
    alarm.set(.seconds(3))
    #expect(times.value == [.seconds(3)])
  }

  @Test func theEarliestOfManyThreadsWins() {
    for _ in 0..<200 {
      let scheduler = TestScheduler()
      let alarm = Alarm(Timeline(scheduler))
      let rung = Recorder<Duration>(scheduler)
      alarm.onRing { rung.record($0) }
      DispatchQueue.concurrentPerform(iterations: 4) { alarm.set(.seconds($0 + 1)) }
      #expect(scheduler.pendingCount == 1)
      scheduler.advance(by: .seconds(1))
      #expect(rung.values == [.seconds(1)])
    }
  }

  @Test func aDeadlineBeyondReachDoesNotOverflow() {
    let alarm = Alarm(Timeline(SharedTimers.queue))
    alarm.set(.seconds(Int64.max))
  }
}
