import Dispatch
import SignalboxTesting
import Testing

@testable import SignalboxCore

@Suite struct AlarmTests {
  private let scheduler = TestScheduler()
  private let alarm: Alarm
  private let rung: Recorder<String>

  init() {
    alarm = Alarm(Timeline(scheduler))
    rung = Recorder(scheduler)
  }

  private func set(_ seconds: Int, _ name: String) {
    alarm.set(.seconds(seconds)) { [rung] _ in rung.record(name) }
  }

  @Test func itRingsOnceAtItsDeadline() {
    set(2, "a")
    scheduler.advance(by: .seconds(10))
    #expect(rung.events == [.init(time: .seconds(2), value: "a")])
  }

  @Test func aLaterDeadlineLeavesTheEarlierBlockAlone() {
    set(1, "a")
    set(2, "b")
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(10))
    #expect(rung.values == ["a"])
  }

  @Test func anEarlierDeadlineReplacesTheLaterBlock() {
    set(2, "b")
    set(1, "a")
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(10))
    #expect(rung.events == [.init(time: .seconds(1), value: "a")])
  }

  @Test func aReleasedAlarmIsSilent() {
    var alarm: Alarm? = Alarm(Timeline(scheduler))
    alarm?.set(.seconds(1)) { [rung] _ in rung.record("late") }
    alarm = nil
    scheduler.advance(by: .seconds(10))
    #expect(rung.values == [])
    withExtendedLifetime(alarm) {}
  }

  @Test func theTimeItTellsIsNeverBeforeItsDeadline() {
    let alarm = Alarm(Timeline(ImmediateTimers()))
    let times = Shared<[Duration]>([])
    alarm.set(.seconds(3)) { now in times.change { $0.append(now) } }
    #expect(times.value == [.seconds(3)])
  }

  @Test func theEarliestOfManyThreadsWins() {
    for _ in 0..<200 {
      let scheduler = TestScheduler()
      let alarm = Alarm(Timeline(scheduler))
      let rung = Recorder<Int>(scheduler)
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        alarm.set(.seconds(index + 1)) { _ in rung.record(index) }
      }
      #expect(scheduler.pendingCount == 1)
      scheduler.advance(by: .seconds(1))
      #expect(rung.values == [0])
    }
  }

  @Test func aDeadlineBeyondReachDoesNotOverflow() {
    let alarm = Alarm(Timeline(SharedTimers.queue))
    alarm.set(.seconds(Int64.max)) { _ in }
  }
}
