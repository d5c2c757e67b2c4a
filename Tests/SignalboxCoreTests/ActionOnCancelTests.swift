import SignalboxCore
import SignalboxTesting
import Testing

/// An action that waits for its cancelled work.
@Suite(.timeLimit(.minutes(15))) struct ActionOnCancelTests {
  private let scheduler = TestScheduler()
  private let log: Recorder<String>

  init() { log = Recorder(scheduler) }

  /// An action whose work takes ten seconds. If it is cancelled, it takes three seconds to stop.
  private func make(
    _ policy: WhileExecuting = .reject, enabledIf: LiveData<Bool> = LiveData(data: true)
  ) -> Action<Int, Int> {
    Action(enabledIf: enabledIf, whileExecuting: policy, onCancel: .waitForWork, executor: scheduler) {
      [scheduler, log] input in
      log.record("\(input) begins")
      do {
        try await scheduler.sleep(for: .seconds(10))
      } catch {
        let cleanup = Task(executorPreference: scheduler) { try await scheduler.sleep(for: .seconds(3)) }
        _ = await cleanup.result
        log.record("\(input) stopped")
        throw Failure("stopped")
      }
      log.record("\(input) ends")
      return input
    }
  }

  /// An action whose work takes ten seconds, cancelled or not.
  private func makeUninterruptible(_ onCancel: OnCancel) -> Action<Int, Int> {
    Action(onCancel: onCancel, executor: scheduler) { [scheduler] input in
      let work = Task(executorPreference: scheduler) { try await scheduler.sleep(for: .seconds(10)) }
      _ = await work.result
      return input
    }
  }

  private func times(_ recorder: Recorder<String>) -> [String] {
    recorder.events.map { "\($0.value) at \($0.time.components.seconds)" }
  }

  private func ends(_ execution: Execution<Int>) -> Recorder<String> {
    let ends = Recorder<String>(scheduler)
    Task(executorPreference: scheduler) {
      do throws(ActionError) {
        _ = try await execution.value
        ends.record("finished")
      } catch {
        ends.record(error.name)
      }
    }
    return ends
  }

  // MARK: One execution

  @Test func `a cancelled action is executing until its work has ended`() {
    let action = make()
    let executing = Recorder(action.executing, scheduler)
    let errors = Recorder(action.errors.map(\.name))
    let end = ends(action.execute(1))
    scheduler.advance(by: .seconds(2))
    action.cancel()
    scheduler.advance()
    #expect(
      action.state.data == ActionState(enabled: false, executing: true, running: 1, waiting: 0, cancelling: 1)
    )
    #expect(end.values == [])

    scheduler.advance(by: .seconds(100))
    #expect(times(end) == ["cancelled at 5"])
    #expect(executing.events.map(\.time) == [.zero, .zero, .seconds(5)])
    #expect(errors.values == [])
    #expect(action.state.data == ActionState(enabled: true, executing: false, running: 0, waiting: 0))
  }

  @Test func `an action that waits for its cancelled work refuses`() {
    let action = make()
    action.execute(1)
    scheduler.advance(by: .seconds(2))
    action.cancel()
    #expect(Recorder(action.execute(2)).endName == "notEnabled")
    scheduler.advance(by: .seconds(3))
    action.execute(3)
    scheduler.advance()
    #expect(times(log) == ["1 begins at 0", "1 stopped at 5", "3 begins at 5"])
  }

  @Test func `work that ignores its cancellation keeps the action busy and its result is dropped`() {
    let action = makeUninterruptible(.waitForWork)
    let executing = Recorder(action.executing, scheduler)
    let elements = Recorder(action.elements)
    let completions = Recorder(action.completions.map { 1 })
    let end = ends(action.execute(1))
    scheduler.advance(by: .seconds(2))
    action.cancel()
    scheduler.advance(by: .seconds(100))
    #expect(executing.events.map(\.time) == [.zero, .zero, .seconds(10)])
    #expect(times(end) == ["cancelled at 10"])
    #expect(elements.values == [])
    #expect(completions.values == [])
  }

  @Test func `by default an action is free although its work ignores the cancellation`() {
    let action = makeUninterruptible(.endImmediately)
    let end = ends(action.execute(1))
    scheduler.advance(by: .seconds(2))
    action.cancel()
    scheduler.advance()
    #expect(!action.state.data.executing)
    #expect(times(end) == ["cancelled at 2"])
  }

  @Test func `cancelling twice cancels once`() {
    let action = make()
    let states = Recorder(action.state.map(\.cancelling), scheduler)
    let execution = action.execute(1)
    let end = ends(execution)
    scheduler.advance(by: .seconds(2))
    action.cancel()
    execution.cancel()
    action.cancel()
    scheduler.advance(by: .seconds(1))
    action.cancel()
    scheduler.advance(by: .seconds(100))
    #expect(states.values == [0, 0, 1, 0])
    #expect(times(end) == ["cancelled at 5"])
    #expect(times(log) == ["1 begins at 0", "1 stopped at 5"])
  }

  @Test func `work does not begin after its cancellation`() {
    let action = make()
    let end = ends(action.execute(1))
    action.cancel()
    #expect(action.state.data.executing)
    scheduler.advance()
    #expect(times(end) == ["cancelled at 0"])
    #expect(log.values == [])
    #expect(!action.state.data.executing)
  }

  // MARK: Policies

  @Test func `a restart waits for the cancelled work`() {
    let action = make(.restart)
    let executing = Recorder(action.executing, scheduler)
    let first = ends(action.execute(1))
    scheduler.advance(by: .seconds(2))
    let second = ends(action.execute(2))
    #expect(
      action.state.data == ActionState(enabled: true, executing: true, running: 1, waiting: 1, cancelling: 1))
    scheduler.advance(by: .seconds(100))
    #expect(times(first) == ["cancelled at 5"])
    #expect(times(second) == ["finished at 15"])
    #expect(times(log) == ["1 begins at 0", "1 stopped at 5", "2 begins at 5", "2 ends at 15"])
    #expect(executing.values == [false, true, false])
  }

  @Test func `a restart replaces one that waits`() {
    let action = make(.restart)
    action.execute(1)
    scheduler.advance(by: .seconds(2))
    let second = ends(action.execute(2))
    scheduler.advance(by: .seconds(1))
    action.execute(3)
    scheduler.advance(by: .seconds(100))
    #expect(times(second) == ["cancelled at 3"])
    #expect(times(log) == ["1 begins at 0", "1 stopped at 5", "3 begins at 5", "3 ends at 15"])
  }

  @Test func `a restart that waits is refused if the action is disabled meanwhile`() {
    let gate = LiveData(data: true)
    let action = make(.restart, enabledIf: gate)
    action.execute(1)
    scheduler.advance(by: .seconds(2))
    let second = ends(action.execute(2))
    gate.data = false
    scheduler.advance(by: .seconds(100))
    #expect(times(second) == ["notEnabled at 5"])
    #expect(!action.state.data.executing)
  }

  @Test func `a cancellation cancels a restart that waits`() {
    let action = make(.restart)
    let executing = Recorder(action.executing, scheduler)
    action.execute(1)
    scheduler.advance(by: .seconds(2))
    let second = ends(action.execute(2))
    action.cancel()
    scheduler.advance(by: .seconds(100))
    #expect(times(second) == ["cancelled at 2"])
    #expect(times(log) == ["1 begins at 0", "1 stopped at 5"])
    #expect(executing.events.map(\.time) == [.zero, .zero, .seconds(5)])
  }

  @Test func `the next execution in a queue waits for the cancelled work`() {
    let action = make(.queue())
    let first = action.execute(1)
    action.execute(2)
    scheduler.advance(by: .seconds(2))
    first.cancel()
    #expect(
      action.state.data == ActionState(enabled: true, executing: true, running: 1, waiting: 1, cancelling: 1))
    scheduler.advance(by: .seconds(100))
    #expect(times(log) == ["1 begins at 0", "1 stopped at 5", "2 begins at 5", "2 ends at 15"])
  }

  @Test func `cancelled work counts for the limit of concurrent executions`() {
    let action = make(.concurrent(limit: 1))
    action.execute(1)
    scheduler.advance(by: .seconds(2))
    action.cancel()
    #expect(Recorder(action.execute(2)).endName == "notEnabled")
    scheduler.advance(by: .seconds(3))
    #expect(action.enabled.data)
  }

  // MARK: Release

  @Test func `the executions of a released action end with their work`() {
    var action: Action<Int, Int>? = make(.queue())
    let executing = action.map { Recorder($0.executing, scheduler) }
    let elements = action.map { Recorder($0.elements) }
    let ends = (1...2).compactMap { input in action.map { self.ends($0.execute(input)) } }
    scheduler.advance(by: .seconds(2))
    action = nil
    scheduler.advance(by: .seconds(1))
    #expect(elements?.ended == nil)
    scheduler.advance(by: .seconds(100))
    #expect(ends.map(times) == [["cancelled at 5"], ["cancelled at 2"]])
    #expect(executing?.events.map(\.time) == [.zero, .zero, .seconds(5)])
    #expect(elements?.ended != nil)
    #expect(scheduler.pendingCount == 0)
  }

  // MARK: Sequences and publishers

  @Test func `the work of a sequence has ended when its iteration has ended`() {
    let action = Action<Int, Int>(onCancel: .waitForWork, executor: scheduler) { input in
      AsyncStream { $0.yield(input) }
    }
    let elements = Recorder(action.elements)
    let end = ends(action.execute(1))
    scheduler.advance(by: .seconds(1))
    action.cancel()
    #expect(action.state.data.cancelling == 1)
    scheduler.advance()
    #expect(!action.state.data.executing)
    #expect(times(end) == ["cancelled at 1"])
    #expect(elements.values == [1])
  }

  @Test func `the work of a publisher has ended when its subscription is cancelled`() {
    let cancelled = Shared(0)
    let action = Action<Int, Int>(onCancel: .waitForWork) { _ in
      PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { cancelled.change { $0 += 1 } })
    }
    let executing = Recorder(action.executing)
    let end = Recorder(action.execute(1))
    action.cancel()
    #expect(cancelled.value == 1)
    #expect(end.endName == "cancelled")
    #expect(executing.values == [false, true, false])
  }

  @Test func `cancelling inside the factory ends a publisher`() {
    let own = Shared<Action<Int, Int>?>(nil)
    let action = Action<Int, Int>(onCancel: .waitForWork) { _ in
      own.value?.cancel()
      return PassthroughSubject<Int, Never>()
    }
    own.value = action
    let end = Recorder(action.execute(1))
    #expect(end.endName == "cancelled")
    #expect(!action.state.data.executing)
    own.value = nil
  }

  // MARK: Real threads

  @Test(arguments: [WhileExecuting.reject, .queue(), .restart, .concurrent()])
  func `work never overlaps with cancelled work and every caller receives an end`(
    _ policy: WhileExecuting
  ) async {
    let running = Shared(0)
    let overlaps = Shared(0)
    let action = Action<Int, Int>(whileExecuting: policy, onCancel: .waitForWork) { input in
      running.change { $0 += 1 }
      if running.value > 1 { overlaps.change { $0 += 1 } }
      try? await Task.sleep(for: .microseconds(50))
      await Task.yield()
      running.change { $0 -= 1 }
      return input
    }
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          for input in 0..<50 {
            let execution = action.execute(input)
            if (input + thread).isMultiple(of: 3) { execution.cancel() }
            if input.isMultiple(of: 7) { await Task.yield() }
            if input.isMultiple(of: 10) { _ = try? await execution.value }
          }
        }
      }
    }
    action.cancel()
    for await state in action.state.values where !state.executing { break }
    #expect(running.value == 0)
    if policy != .concurrent() { #expect(overlaps.value == 0) }
    #expect(action.state.data == ActionState(enabled: true, executing: false, running: 0, waiting: 0))
  }
}
