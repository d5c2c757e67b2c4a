import SignalboxCore
import SignalboxTesting
import Testing

/// Cancellation, release, and `execute` in every callback.
@Suite(.timeLimit(.minutes(15))) struct ActionEndTests {
  private let scheduler = TestScheduler()

  private func endless() -> Action<Int, Int> {
    Action { _ in PassthroughSubject<Int, Never>() }
  }

  // MARK: Cancellation

  @Test func `cancelling an execution ends its work and reports no error`() {
    let cancelled = Shared(0)
    let action = Action<Int, Int> { _ in
      PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { cancelled.change { $0 += 1 } })
    }
    let executing = Recorder(action.executing)
    let errors = Recorder(action.errors.map(\.name))
    let completions = Recorder(action.completions.map { 1 })
    let execution = action.execute(1)
    let end = Recorder(execution)
    execution.cancel()
    execution.cancel()
    #expect(end.endName == "cancelled")
    #expect(executing.values == [false, true, false])
    #expect(cancelled.value == 1)
    #expect(errors.values == [])
    #expect(completions.values == [])
  }

  @Test func `cancelling the action ends all running and waiting executions`() {
    let action = Action<Int, Int>(whileExecuting: .queue()) { _ in PassthroughSubject<Int, Never>() }
    let executing = Recorder(action.executing)
    let ends = (1...3).map { Recorder(action.execute($0)) }
    action.cancel()
    #expect(ends.map(\.endName) == ["cancelled", "cancelled", "cancelled"])
    #expect(executing.values == [false, true, false])
    #expect(action.state.data == ActionState(enabled: true, executing: false, running: 0, waiting: 0))
  }

  @Test func `an observer of a cancellation finds the action free again`() {
    let action = endless()
    let seen = Recorder<Bool>()
    let subscription = action.execute(1).sink(
      receiveCompletion: { _ in seen.record(action.state.data.executing) }, receiveValue: { _ in })
    let states = Recorder<String>()
    action.state.observeForever { states.record($0.executing ? "executing" : "idle") }
    action.cancel()
    #expect(seen.values == [false])
    #expect(states.values == ["idle"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `cancelling inside the factory ends the work that it makes`() {
    let own = Shared<Action<Int, Int>?>(nil)
    let cancelled = Shared(0)
    let action = Action<Int, Int> { _ in
      own.value?.cancel()
      return PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { cancelled.change { $0 += 1 } })
    }
    own.value = action
    let end = Recorder(action.execute(1))
    #expect(end.endName == "cancelled")
    #expect(cancelled.value == 1)
    #expect(!action.state.data.executing)
    own.value = nil
  }

  @Test func `cancelling inside an element stops all further events`() {
    let source = UncheckedBox(PassthroughSubject<Int, Never>())
    let action = Action<Int, Int> { _ in source.value }
    let elements = Recorder(action.elements)
    action.elements.observeForever { _ in action.cancel() }
    action.execute(1)
    source.value.send(1)
    source.value.send(2)
    #expect(elements.values == [1])
  }

  @Test func `work that throws cancellation is cancelled`() async {
    let action = Action<Int, Int> { _ in throw CancellationError() }
    let errors = Recorder(action.errors.map(\.name))
    do {
      _ = try await action.execute(1).value
      Issue.record("no error")
    } catch {
      #expect(error.name == "cancelled")
    }
    #expect(errors.values == [])
  }

  @Test func `cancelling an execution cancels its task`() async {
    let wasCancelled = Shared(false)
    let action = Action<Int, Int>(executor: scheduler) { [scheduler] _ in
      do {
        try await scheduler.sleep(for: .seconds(10))
      } catch {
        wasCancelled.value = Task.isCancelled
        throw error
      }
      return 1
    }
    let execution = action.execute(1)
    scheduler.advance(by: .seconds(5))
    execution.cancel()
    scheduler.advance()
    #expect(wasCancelled.value)
    #expect(!action.state.data.executing)
  }

  // MARK: Release

  @Test func `releasing the action ends its work`() {
    let cancelled = Shared(0)
    var action: Action<Int, Int>? = Action { _ in
      PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { cancelled.change { $0 += 1 } })
    }
    weak let weakAction = action
    let executing = action.map { Recorder($0.executing) }
    let elements = action.map { Recorder($0.elements) }
    let end = action.map { Recorder($0.execute(1)) }
    action = nil
    #expect(weakAction == nil)
    #expect(cancelled.value == 1)
    #expect(end?.endName == "cancelled")
    #expect(executing?.values == [false, true, false])
    #expect(elements?.ended != nil)
  }

  @Test func `releasing the action inside a callback is safe`() {
    let action = Shared<Action<Int, Int>?>(Action { _ in [1, 2, 3].publisher })
    let elements = Recorder<Int>()
    action.value?.elements.observeForever {
      elements.record($0)
      action.value = nil
    }
    let end = Shared<Recorder<Int>?>(nil)
    action.value?.executions.observeForever { end.value = Recorder($0) }
    let inputs = PassthroughSubject<Int, Never>()
    if let action = action.value { inputs.subscribe(action.inputs) }
    inputs.send(1)
    #expect(elements.values == [1])
    #expect(end.value?.endName == "cancelled")
  }

  @Test func `a finished action is released with everything it retained`() {
    var captured: Shared<Int>? = Shared(1)
    weak let weakCaptured = captured
    var action: Action<Int, Int>? = Action { [captured] in Just($0 + (captured?.value ?? 0)) }
    captured = nil
    for number in 0..<10 { action?.execute(number) }
    action = nil
    #expect(weakCaptured == nil)
  }

  @Test func `the input is released after the execution`() {
    let action = Action<Shared<Int>, Int> { Just($0.value) }
    var input: Shared<Int>? = Shared(1)
    weak let weakInput = input
    if let input { action.execute(input) }
    input = nil
    #expect(weakInput == nil)
  }

  // MARK: Executing inside callbacks

  @Test func `executing inside the factory follows the policy`() {
    let own = Shared<Action<Int, Int>?>(nil)
    let inner = Shared<Recorder<Int>?>(nil)
    let action = Action<Int, Int> { input in
      if input == 1 { inner.value = own.value.map { Recorder($0.execute(2)) } }
      return Just(input)
    }
    own.value = action
    let elements = Recorder(action.elements)
    action.execute(1)
    #expect(inner.value?.endName == "notEnabled")
    #expect(elements.values == [1])
    own.value = nil
  }

  @Test func `executing inside an element follows the policy`() {
    let action = Action<Int, Int>(whileExecuting: .queue()) { [$0, $0 + 1].publisher }
    let elements = Recorder(action.elements)
    action.elements.observeForever { if $0 == 2 { action.execute(10) } }
    action.execute(1)
    #expect(elements.values == [1, 2, 10, 11])
  }

  @Test func `executing from enabled runs again and again without recursion`() {
    let action = Action<Int, Int> { Just($0) }
    let count = Shared(0)
    action.enabled.observeForever { enabled in
      guard enabled, count.value < 10_000 else { return }
      count.change { $0 += 1 }
      action.execute(count.value)
    }
    action.execute(0)
    #expect(count.value == 10_000)
    #expect(action.state.data == ActionState(enabled: true, executing: false, running: 0, waiting: 0))
  }

  @Test func `inside a callback execute returns before the work starts`() {
    let log = Recorder<String>()
    let action = Action<Int, Int>(whileExecuting: .concurrent()) { input in
      log.record("start \(input)")
      return Just(input)
    }
    action.elements.observeForever { element in
      guard element == 1 else { return }
      action.execute(2)
      log.record("returned")
    }
    action.execute(1)
    #expect(log.values == ["start 1", "returned", "start 2"])
  }
}

/// Carries a subject, which is safe to share although its type is not declared `Sendable`.
struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
