import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct TestSchedulerTests {
  private let scheduler = TestScheduler()
  private let log: Recorder<String>

  init() { log = Recorder(scheduler) }

  private func at(_ seconds: Double, _ name: String) {
    scheduler.schedule(after: .init(offset: .seconds(seconds))) { [log] in log.record(name) }
  }

  @Test func `work runs in order of deadline then of arrival`() {
    at(2, "c")
    at(1, "a")
    at(2, "d")
    at(1, "b")
    scheduler.advance(by: .seconds(2))
    #expect(log.values == ["a", "b", "c", "d"])
    #expect(log.events.map(\.time) == [.seconds(1), .seconds(1), .seconds(2), .seconds(2)])
  }

  @Test func `no work runs before its deadline`() {
    at(1, "a")
    scheduler.advance(by: .seconds(0.9))
    #expect(log.values == [])
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(0.1))
    #expect(log.values == ["a"])
    #expect(scheduler.elapsed == .seconds(1))
  }

  @Test func `work that is scheduled meanwhile runs in order`() {
    scheduler.schedule { [scheduler, log] in
      log.record("first")
      scheduler.schedule { log.record("third") }
    }
    scheduler.schedule { [log] in log.record("second") }
    scheduler.advance()
    #expect(log.values == ["first", "second", "third"])
  }

  @Test func `a deadline in the past is now`() {
    scheduler.advance(by: .seconds(5))
    at(1, "late")
    scheduler.advance()
    #expect(log.events == [Recorder.Event(time: .seconds(5), value: "late")])
  }

  @Test func `a repeating timer runs until it is cancelled`() {
    let timer = scheduler.schedule(
      after: .init(offset: .seconds(1)), interval: .seconds(2), tolerance: .zero, options: nil
    ) { [log] in log.record("tick") }
    scheduler.advance(by: .seconds(5))
    timer.cancel()
    scheduler.advance(by: .seconds(5))
    #expect(log.events.map(\.time) == [.seconds(1), .seconds(3), .seconds(5)])
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `combine operators use it`() {
    let received = Recorder(Just(1).delay(for: .milliseconds(1_500), scheduler: scheduler), scheduler)
    scheduler.advance(by: .seconds(2))
    #expect(received.events == [Recorder.Event(time: .seconds(1.5), value: 1)])
    #expect(received.ended != nil)
  }

  @Test func `tasks run and sleep in virtual time`() async {
    let task = Task(executorPreference: scheduler) { [scheduler, log] in
      log.record("begin")
      try await scheduler.sleep(for: .seconds(3))
      log.record("end")
    }
    #expect(log.values == [])
    scheduler.advance(by: .seconds(3))
    _ = await task.result
    #expect(log.events.map(\.time) == [.zero, .seconds(3)])
  }

  @Test func `child tasks run in virtual time too`() {
    let sum = Shared(0)
    Task(executorPreference: scheduler) { [scheduler] in
      await withTaskGroup(of: Int.self) { group in
        for number in 1...3 {
          group.addTask {
            try? await scheduler.sleep(for: .seconds(number))
            return number
          }
        }
        for await number in group { sum.change { $0 += number } }
      }
    }
    scheduler.advance(by: .seconds(2))
    #expect(sum.value == 3)
    scheduler.advance(by: .seconds(1))
    #expect(sum.value == 6)
  }

  @Test func `a cancelled sleep throws and leaves nothing behind`() async {
    let task = Task(executorPreference: scheduler) { [scheduler] in
      try await scheduler.sleep(for: .seconds(3))
    }
    scheduler.advance(by: .seconds(1))
    task.cancel()
    scheduler.advance()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(scheduler.pendingCount == 0)
    #expect(scheduler.elapsed == .seconds(1))
  }

  /// Each is cancelled while it begins to sleep, or its timer to repeat, on another thread.
  @Test func `a sleep and a timer that are cancelled at any moment leave nothing behind`() async {
    for _ in 0..<2_000 {
      let sleep = Task { [scheduler] in try await scheduler.sleep(for: .seconds(1)) }
      await Task.yield()
      sleep.cancel()
      _ = await sleep.result
      let timer = scheduler.schedule(
        after: scheduler.now, interval: .seconds(1), tolerance: .zero, options: nil
      ) {}
      let turn = Task { [scheduler] in scheduler.advance() }
      await Task.yield()
      timer.cancel()
      await turn.value
    }
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `fractions of seconds add up`() {
    for _ in 0..<10 { scheduler.advance(by: .seconds(0.1)) }
    #expect(scheduler.now == .init(offset: .seconds(1)))
    #expect(scheduler.now.distance(to: .init(offset: .seconds(3))) == 2)
  }
}
