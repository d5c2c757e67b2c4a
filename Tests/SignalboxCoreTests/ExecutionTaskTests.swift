import SignalboxCore
import SignalboxTesting
import Testing

/// Async work inherits the priority and the task-local values of the caller of `execute`, wherever it starts.
@Suite(.timeLimit(.minutes(15))) struct ExecutionTaskTests {
  @TaskLocal private static var request = "none"
  @TaskLocal private static var token: Shared<Int>?

  /// The context in which the work of an execution runs.
  private struct Sight: Equatable {
    let input: Int
    var request = ExecutionTaskTests.request
    var priority = Task.currentPriority
  }

  /// Executes in a separate task. That task is not awaited, because this would raise its priority.
  private func execute(
    _ input: Int, _ action: Action<Int, Int>, request: String, priority: TaskPriority
  ) async -> Execution<Int> {
    await withCheckedContinuation { continuation in
      Task.detached(priority: priority) {
        Self.$request.withValue(request) { continuation.resume(returning: action.execute(input)) }
      }
    }
  }

  @Test func `queued work has the task-local values and the priority of its own caller`() async throws {
    let seen = Recorder<Sight>()
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let action = Action<Int, Int>(whileExecuting: .queue()) { input in
      seen.record(Sight(input: input))
      if input == 1 { for await _ in gate {} }
      return input
    }
    let first = await execute(1, action, request: "first", priority: .high)
    let second = await execute(2, action, request: "second", priority: .utility)
    let third = await execute(3, action, request: "third", priority: .high)
    opening.finish()
    for execution in [first, second, third] { _ = try await execution.value }
    #expect(
      seen.values == [
        Sight(input: 1, request: "first", priority: .high),
        Sight(input: 2, request: "second", priority: .utility),
        Sight(input: 3, request: "third", priority: .high),
      ])
  }

  @Test func `queued sequences have the task-local values of their own caller`() async throws {
    let seen = Recorder<String>()
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let action = Action<Int, Int>(whileExecuting: .queue()) { input in
      AsyncStream {
        seen.record(Self.request)
        if input == 1 { for await _ in gate {} }
        return nil
      }
    }
    let executions = ["first", "second"].enumerated().map { index, name in
      Self.$request.withValue(name) { action.execute(index + 1) }
    }
    opening.finish()
    for execution in executions { try await execution.finished() }
    #expect(seen.values == ["first", "second"])
  }

  @Test func `work that starts after a delivery has the task-local values of its caller`() async throws {
    let seen = Recorder<String>()
    let action = Action<Int, Int>(whileExecuting: .concurrent()) { input in
      seen.record("\(input) \(Self.request)")
      return input
    }
    let inner = Shared<Execution<Int>?>(nil)
    action.executions.observeForever { _ in
      guard inner.value == nil else { return }
      Self.$request.withValue("inside") { inner.value = action.execute(2) }
    }
    _ = try await Self.$request.withValue("outside") { action.execute(1) }.value
    _ = try await inner.value?.value
    #expect(seen.values.sorted() == ["1 outside", "2 inside"])
    inner.value = nil
  }

  // MARK: Work that never starts

  enum End: CaseIterable {
    case cancelled, cancelledWithAllThatWait, cancelledWithTheAction, refused, released
  }

  @Test(arguments: End.allCases)
  func `the task of an execution that ends while it waits ends without work`(_ end: End) async {
    let scheduler = TestScheduler()
    let isOpen = LiveData(data: true)
    let inputs = Recorder<Int>()
    var action: Action<Int, Int>? = Action(
      enabledIf: isOpen, whileExecuting: .queue(), executor: scheduler
    ) { input in
      inputs.record(input)
      try await scheduler.sleep(for: .seconds(10))
      return input
    }
    action?.execute(1)
    // A task holds its task-local values until it ends.
    weak var token: Shared<Int>?
    let waiting = { () -> Execution<Int>? in
      let new = Shared(0)
      token = new
      return Self.$token.withValue(new) { action?.execute(2) }
    }()
    scheduler.advance(by: .seconds(1))
    #expect(token != nil)

    switch end {
    case .cancelled: waiting?.cancel()
    case .cancelledWithAllThatWait: action?.cancelWaiting()
    case .cancelledWithTheAction: action?.cancel()
    case .refused: isOpen.data = false
    case .released: action = nil
    }
    scheduler.advance(by: .seconds(10))

    #expect(token == nil)
    #expect(inputs.values == [1])
    #expect(waiting.map { Recorder($0).endName } == (end == .refused ? "notEnabled" : "cancelled"))
  }
}
