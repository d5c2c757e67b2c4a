import Greenhouse
import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct GreenhouseTests {
  private let scheduler = TestScheduler()

  @Test func `watering takes its time and stops when it is wet`() {
    let scheduler = scheduler
    let greenhouse = Greenhouse(scheduler: scheduler, executor: scheduler) { amount in
      try await scheduler.sleep(for: .seconds(5))
      return amount
    }
    let enabled = Recorder(greenhouse.water.enabled, scheduler)

    scheduler.advance(by: .seconds(1))
    greenhouse.water.execute(0.2)
    scheduler.advance(by: .seconds(5))
    greenhouse.water.execute(0.2)
    scheduler.advance(by: .seconds(5))

    #expect(
      enabled.events == [
        .init(time: .seconds(0), value: true),
        .init(time: .seconds(1), value: false),
        .init(time: .seconds(6), value: true),
        .init(time: .seconds(6), value: false),
      ])
    #expect(greenhouse.moisture.data > 0.5)
  }

  @Test func `the error of a frozen pipe resets after ten seconds`() {
    let scheduler = scheduler
    let greenhouse = Greenhouse(scheduler: scheduler, executor: scheduler) { _ in
      throw Greenhouse.PipeIsFrozen()
    }
    let isFrozen = Recorder(greenhouse.errors.current.map { $0 is Greenhouse.PipeIsFrozen }, scheduler)

    greenhouse.water.execute(0.2)
    scheduler.advance(by: .seconds(20))

    #expect(isFrozen.events.map(\.time) == [.seconds(0), .seconds(0), .seconds(10)])
    #expect(isFrozen.values == [false, true, false])
  }
}
