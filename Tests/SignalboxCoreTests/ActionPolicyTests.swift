import SignalboxCore
import SignalboxTesting
import Testing

/// What `execute` does while the action is executing.
@Suite(.timeLimit(.minutes(15))) struct ActionPolicyTests {
  private let scheduler = TestScheduler()

  /// An action whose work takes ten seconds.
  private func make(
    _ policy: WhileExecuting, enabledIf: LiveData<Bool> = LiveData(data: true)
  ) -> Action<Int, Int> {
    Action(enabledIf: enabledIf, whileExecuting: policy) { [scheduler] input in
      Just(input).delay(for: .seconds(10), scheduler: scheduler)
    }
  }

  // MARK: Queue

  @Test func `a queue runs executions one after the other in order`() {
    let action = make(.queue())
    let elements = Recorder(action.elements, scheduler)
    let executing = Recorder(action.executing, scheduler)
    let results = (1...3).map { Recorder(action.execute($0), scheduler) }
    #expect(action.state.data == ActionState(enabled: true, executing: true, running: 1, waiting: 2))
    scheduler.advance(by: .seconds(100))
    #expect(elements.values == [1, 2, 3])
    #expect(elements.events.map(\.time) == [.seconds(10), .seconds(20), .seconds(30)])
    #expect(executing.values == [false, true, false])
    #expect(results.map(\.values) == [[1], [2], [3]])
  }

  @Test func `a full queue refuses`() {
    let action = make(.queue(limit: 1))
    action.execute(1)
    #expect(action.enabled.data)
    action.execute(2)
    #expect(!action.enabled.data)
    #expect(Recorder(action.execute(3)).endName == "notEnabled")
  }

  @Test func `a queued item is checked again at its start`() {
    let gate = LiveData(data: true)
    let action = make(.queue(), enabledIf: gate)
    let errors = Recorder(action.errors.map(\.name), scheduler)
    let executions = Recorder(action.executions.map { _ in 1 })
    let first = Recorder(action.execute(1), scheduler)
    let second = Recorder(action.execute(2), scheduler)
    gate.data = false
    scheduler.advance(by: .seconds(100))
    #expect(first.endName == "finished")
    #expect(second.endName == "notEnabled")
    #expect(errors.values == ["notEnabled"])
    #expect(executions.values.count == 1)
    #expect(action.state.data == ActionState(enabled: false, executing: false, running: 0, waiting: 0))
  }

  @Test func `a queued execution is announced at its start`() {
    let action = make(.queue())
    let announced = Recorder(action.executions.map { _ in "start" }, scheduler)
    action.execute(1)
    action.execute(2)
    #expect(announced.values.count == 1)
    scheduler.advance(by: .seconds(10))
    #expect(announced.events.map(\.time) == [.zero, .seconds(10)])
  }

  @Test func `a queued execution may be cancelled before its start`() {
    let action = make(.queue())
    let elements = Recorder(action.elements)
    action.execute(1)
    let second = action.execute(2)
    let end = Recorder(second)
    action.execute(3)
    second.cancel()
    #expect(end.endName == "cancelled")
    #expect(action.state.data.waiting == 1)
    scheduler.advance(by: .seconds(100))
    #expect(elements.values == [1, 3])
  }

  @Test func `cancelling the running one starts the next`() {
    let action = make(.queue())
    let elements = Recorder(action.elements, scheduler)
    let first = action.execute(1)
    action.execute(2)
    first.cancel()
    #expect(action.state.data == ActionState(enabled: true, executing: true, running: 1, waiting: 0))
    scheduler.advance(by: .seconds(100))
    #expect(elements.values == [2])
  }

  @Test func `a queue is not overtaken from a callback`() {
    let action = make(.queue())
    let elements = Recorder(action.elements)
    action.completions.observeForever { if elements.values.count == 1 { action.execute(3) } }
    action.execute(1)
    action.execute(2)
    scheduler.advance(by: .seconds(100))
    #expect(elements.values == [1, 2, 3])
  }

  // MARK: Restart

  @Test func `a restart cancels the running execution`() {
    let action = make(.restart)
    let executing = Recorder(action.executing)
    let errors = Recorder(action.errors.map(\.name))
    let elements = Recorder(action.elements, scheduler)
    let first = Recorder(action.execute(1))
    scheduler.advance(by: .seconds(5))
    let second = Recorder(action.execute(2))
    #expect(first.endName == "cancelled")
    scheduler.advance(by: .seconds(100))
    #expect(second.endName == "finished")
    #expect(elements.values == [2])
    #expect(elements.events.map(\.time) == [.seconds(15)])
    #expect(executing.values == [false, true, false])
    #expect(errors.values == [])
  }

  // MARK: Concurrent

  @Test func `concurrent executions run beside each other`() {
    let action = make(.concurrent(limit: 2))
    let enabled = Recorder(action.enabled)
    let elements = Recorder(action.elements, scheduler)
    action.execute(1)
    scheduler.advance(by: .seconds(5))
    action.execute(2)
    #expect(action.state.data == ActionState(enabled: false, executing: true, running: 2, waiting: 0))
    #expect(Recorder(action.execute(3)).endName == "notEnabled")
    scheduler.advance(by: .seconds(100))
    #expect(elements.values == [1, 2])
    #expect(enabled.values == [true, false, true])
  }
}
