import Dispatch
import SignalboxTesting
import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(15))) struct AlarmTests {
  private let scheduler = TestScheduler()
  private let alarm: Alarm
  private let rung: Recorder<Duration>

  init() {
    alarm = Alarm(Timeline(scheduler))
    rung = Recorder(scheduler)
    alarm.onRing { [rung] now in rung.record(now) }
  }

  private func set(_ seconds: Int) { alarm.set(.seconds(seconds)) }

  @Test func `an alarm rings once at its deadline`() {
    set(2)
    scheduler.advance(by: .seconds(10))
    #expect(rung.events == [.init(time: .seconds(2), value: .seconds(2))])
  }

  @Test func `a later deadline leaves the earlier block alone`() {
    set(1)
    set(2)
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(10))
    #expect(rung.values == [.seconds(1)])
  }

  @Test func `an earlier deadline replaces the later block`() {
    set(2)
    set(1)
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(10))
    #expect(rung.events == [.init(time: .seconds(1), value: .seconds(1))])
  }

  @Test func `a released alarm is silent`() {
    var alarm: Alarm? = Alarm(Timeline(scheduler))
    alarm?.onRing { [rung] now in rung.record(now) }
    alarm?.set(.seconds(1))
    alarm = nil
    scheduler.advance(by: .seconds(10))
    #expect(rung.values == [])
    withExtendedLifetime(alarm) {}
  }

  @Test func `the time that is passed is never before the deadline`() {
    let alarm = Alarm(Timeline(ImmediateTimers()))
    let times = Shared<[Duration]>([])
    alarm.onRing { now in times.change { $0.append(now) } }
    alarm.set(.seconds(3))
    #expect(times.value == [.seconds(3)])
  }

  @Test func `the earliest of many threads wins`() {
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

  @Test func `a deadline beyond reach does not overflow`() {
    let alarm = Alarm(Timeline(SharedTimers.queue))
    alarm.set(.seconds(Int64.max))
  }
}
