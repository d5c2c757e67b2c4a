import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ExecutionTests {
  private let scheduler = TestScheduler()
  private let source = UncheckedBox(PassthroughSubject<Int, Failure>())
  private let action: Action<Int, Int>

  init() { action = Action { [source] _ in source.value } }

  // MARK: As a publisher

  @Test func `a late subscriber gets everything`() {
    let execution = action.execute(0)
    source.value.send(1)
    source.value.send(2)
    let early = Recorder(execution)
    source.value.send(completion: .finished)
    let late = Recorder(execution)
    #expect(early.values == [1, 2])
    #expect(late.values == [1, 2])
    #expect(late.endName == "finished")
  }

  @Test func `an execution delivers only its own elements`() {
    let action = Action<Int, Int>(whileExecuting: .concurrent()) { [scheduler] input in
      Just(input).delay(for: .seconds(1), scheduler: scheduler)
    }
    let results = (1...5).map { Recorder(action.execute($0)) }
    scheduler.advance(by: .seconds(1))
    #expect(results.map(\.values) == [[1], [2], [3], [4], [5]])
  }

  @Test func `elements wait for demand`() {
    let execution = action.execute(0)
    let subscriber = ManualSubscriber<Int, ActionError>()
    execution.subscribe(subscriber)
    for number in 1...3 { source.value.send(number) }
    source.value.send(completion: .finished)
    #expect(subscriber.received.values == [])
    subscriber.subscription?.request(.max(2))
    #expect(subscriber.received.values == [1, 2])
    #expect(subscriber.completion == nil)
    subscriber.subscription?.request(.max(1))
    #expect(subscriber.received.values == [1, 2, 3])
    #expect(subscriber.completion != nil)
  }

  @Test func `cancelling inside an element stops all further events`() {
    let execution = action.execute(0)
    for number in 1...3 { source.value.send(number) }
    let subscriber = ManualSubscriber<Int, ActionError>(demand: .unlimited) {
      $0.subscription?.cancel()
      return .none
    }
    execution.subscribe(subscriber)
    #expect(subscriber.received.values == [1])
  }

  @Test func `cancelling or dropping a subscription leaves the work running`() {
    var subscription: AnyCancellable? = action.execute(0)
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    subscription?.cancel()
    subscription = nil
    #expect(action.state.data.executing)
    let elements = Recorder(action.elements)
    source.value.send(1)
    #expect(elements.values == [1])
    withExtendedLifetime(subscription) {}
  }

  @Test func `elements of a dropped execution are not kept`() {
    let action = Action<Int, Shared<Int>> { [source] _ in source.value.map { Shared($0) } }
    let received = Shared(0)
    let last = WeakReference<Shared<Int>>()
    let subscription = action.execute(0).sink(
      receiveCompletion: { _ in },
      receiveValue: { element in
        received.change { $0 += 1 }
        last.value = element
      })
    for number in 0..<100 {
      source.value.send(number)
      #expect(last.value == nil)
    }
    #expect(received.value == 100)
    withExtendedLifetime(subscription) {}
  }

  @Test func `elements of a retained execution are released with it`() {
    let action = Action<Int, Shared<Int>> { [source] _ in source.value.map { Shared($0) } }
    let last = WeakReference<Shared<Int>>()
    action.elements.observeForever { last.value = $0 }
    var execution: Execution<Shared<Int>>? = action.execute(0)
    source.value.send(1)
    #expect(last.value != nil)
    execution = nil
    #expect(last.value == nil)
    withExtendedLifetime(execution) {}
  }

  @Test func `a reader that lags behind gets every element of a dropped execution`() async throws {
    var execution: Execution<Int>? = action.execute(0)
    var iterator = execution?.values.makeAsyncIterator()
    execution = nil
    for number in 1...3 { source.value.send(number) }
    #expect(try await iterator?.next() == 1)
    source.value.send(4)
    #expect(try await iterator?.next() == 2)
    for number in 5...6 { source.value.send(number) }
    for number in 3...6 { #expect(try await iterator?.next() == number) }
    withExtendedLifetime(execution) {}
  }

  @Test func `elements of a cancelled execution are released with it, although its work goes on`() async {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let count = Shared(0)
    let last = WeakReference<Shared<Int>>()
    let action = Action<Int, Shared<Int>> { _ in
      AsyncStream<Shared<Int>>(unfolding: {
        count.change { $0 += 1 }
        if count.value > 3 {
          // A task of its own, which is not cancelled with the work.
          await Task { for await _ in gate {} }.value
          return nil
        }
        let element = Shared(count.value)
        last.value = element
        return element
      })
    }
    var execution: Execution<Shared<Int>>? = action.execute(0)
    while count.value < 4 { await Task.yield() }
    #expect(last.value != nil)
    execution?.cancel()
    execution = nil
    #expect(last.value == nil)
    opening.finish()
    withExtendedLifetime(execution) {}
  }

  // MARK: Async

  @Test func `several tasks wait for the same value, and others come after the end`() async throws {
    let execution = action.execute(0)
    let tasks = (0..<3).map { _ in Task(executorPreference: scheduler) { try await execution.value } }
    scheduler.advance()
    source.value.send(7)
    source.value.send(completion: .finished)
    scheduler.advance()
    for task in tasks { #expect(try await task.value == 7) }
    #expect(try await execution.value == 7)
  }

  @Test func `the value is the last element`() async throws {
    let action = Action<Int, Int> { [$0, $0 + 1].publisher }
    #expect(try await action.execute(1).value == 2)
  }

  @Test func `the value of a failed execution throws`() async {
    let execution = action.execute(0)
    let refused = action.execute(1)
    source.value.send(completion: .failure(Failure("broken")))
    #expect(await error(of: execution) == "underlying broken")
    #expect(await error(of: refused) == "notEnabled")
  }

  @Test func `an execution without elements has no value but finishes`() async throws {
    let action = Action<Int, Int> { _ in Empty<Int, Never>() }
    let execution = action.execute(1)
    try await execution.finished()
    #expect(await error(of: execution) == "underlying ?")
  }

  @Test func `cancelling a task that awaits the value cancels the execution`() async {
    let action = Action<Int, Int>(executor: scheduler) { [scheduler] _ in
      try await scheduler.sleep(for: .seconds(10))
      return 1
    }
    let name = Shared<String?>(nil)
    let task = Task(executorPreference: scheduler) {
      do { _ = try await action.execute(1).value } catch { name.value = (error as? ActionError)?.name }
    }
    scheduler.advance(by: .seconds(1))
    #expect(action.state.data.executing)
    task.cancel()
    scheduler.advance()
    await task.value
    #expect(name.value == "cancelled")
    #expect(!action.state.data.executing)
  }

  @Test func `values start with the first element`() async throws {
    let execution = action.execute(0)
    source.value.send(1)
    source.value.send(2)
    source.value.send(completion: .finished)
    var received: [Int] = []
    for try await element in execution.values { received.append(element) }
    #expect(received == [1, 2])
  }

  @Test func `values wait for elements and throw the error`() async {
    let received = Recorder<Int>()
    let name = Shared<String?>(nil)
    let task = Task(executorPreference: scheduler) { [action] in
      do {
        for try await element in action.execute(0).values { received.record(element) }
      } catch {
        name.value = (error as? ActionError)?.name
      }
    }
    scheduler.advance()
    source.value.send(1)
    scheduler.advance()
    #expect(received.values == [1])
    source.value.send(completion: .failure(Failure("broken")))
    scheduler.advance()
    await task.value
    #expect(name.value == "underlying broken")
  }

  @Test func `ending an iteration leaves the work running`() async {
    let task = Task(executorPreference: scheduler) { [action] in
      for try await _ in action.execute(0).values {}
    }
    scheduler.advance()
    task.cancel()
    scheduler.advance()
    _ = await task.result
    #expect(action.state.data.executing)
  }

  @Test func `an iteration keeps only what it has not read`() async throws {
    let action = Action<Int, Shared<Int>> { [source] _ in source.value.map { Shared($0) } }
    let first = WeakReference<Shared<Int>>()
    action.elements.observeForever { if first.value == nil, $0.value == 1 { first.value = $0 } }
    var iterator = action.execute(0).values.makeAsyncIterator()
    source.value.send(1)
    #expect(first.value != nil)
    #expect(try await iterator.next()?.value == 1)
    source.value.send(2)
    #expect(first.value == nil)
    #expect(try await iterator.next()?.value == 2)
  }

  private func error(of execution: Execution<Int>) async -> String? {
    do {
      _ = try await execution.value
      return nil
    } catch {
      return error.name
    }
  }
}

/// A weak reference that closures share.
final class WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  weak var value: Object?
}
