import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ActionTests {
  private let scheduler = TestScheduler()

  private func at(_ seconds: Int, _ body: @escaping @Sendable () -> Void) {
    scheduler.schedule(after: .init(offset: .seconds(seconds)), body)
  }

  private func events<Value>(_ events: (Int, Value)...) -> [Recorder<Value>.Event] {
    events.map { Recorder.Event(time: .seconds($0.0), value: $0.1) }
  }

  /// A number after 20 seconds.
  private func slow(_ number: Int) -> some Publisher<Int, Never> {
    Just(number).delay(for: .seconds(20), scheduler: scheduler)
  }

  // MARK: Creation

  @Test func `work of every kind`() async throws {
    let publishing = Action<Int, Int> { Just($0) }
    let waiting = Action<Int, Int> { input in try await Self.double(input) }
    let streaming = Action<Int, Int> { input in
      AsyncStream { continuation in
        continuation.yield(input)
        continuation.yield(input + 1)
        continuation.finish()
      }
    }
    let nothing = CompletableAction<Int> { _ in await Task.yield() }
    let void = VoidAction { Just(()) }
    #expect(try await publishing.execute(1).value == 1)
    #expect(try await waiting.execute(2).value == 4)
    #expect(try await streaming.execute(3).value == 4)
    try await nothing.execute(4).finished()
    try await void.execute().value
  }

  @Test func `work of several statements without a result`() async throws {
    let steps = Recorder<Int>()
    let action = CompletableAction<Int> { input in
      steps.record(input)
      steps.record(input + 1)
    }
    try await action.execute(1).finished()
    #expect(steps.values == [1, 2])
  }

  @Test func `work of an opaque type`() async throws {
    let publishing = Action<Int, Int> { Self.publisher($0) }
    let streaming = Action<Int, Int> { Self.sequence($0) }
    #expect(try await publishing.execute(1).value == 1)
    #expect(try await streaming.execute(2).value == 2)
  }

  private static func publisher(_ number: Int) -> some Publisher<Int, Never> { Just(number) }

  private static func sequence(_ number: Int) -> some AsyncSequence<Int, Never> {
    AsyncStream { continuation in
      continuation.yield(number)
      continuation.finish()
    }
  }

  private static func double(_ number: Int) async throws -> Int { number * 2 }

  // MARK: Enabled and executing

  @Test func `two runs deliver each change once`() {
    let action = Action<Int, Int> { Just($0) }
    let executing = Recorder(action.executing, scheduler)
    let enabled = Recorder(action.enabled, scheduler)
    let elements = Recorder(action.elements, scheduler)
    let completions = Recorder(action.completions.map { "done" }, scheduler)
    at(10) { action.execute(1) }
    at(20) { action.execute(2) }
    scheduler.advance(by: .seconds(30))
    #expect(executing.events == events((0, false), (10, true), (10, false), (20, true), (20, false)))
    #expect(enabled.events == events((0, true), (10, false), (10, true), (20, false), (20, true)))
    #expect(elements.events == events((10, 1), (20, 2)))
    #expect(completions.events == events((10, "done"), (20, "done")))
  }

  @Test func `a disabled action refuses`() {
    let started = Shared(0)
    let action = Action<Int, Int>(enabledIf: Just(false)) { input in
      started.change { $0 += 1 }
      return Just(input)
    }
    let executing = Recorder(action.executing, scheduler)
    let enabled = Recorder(action.enabled, scheduler)
    let errors = Recorder(action.errors.map(\.name), scheduler)
    let executions = Recorder(action.executions.map { _ in "execution" })
    at(10) { action.execute(1) }
    at(20) { action.execute(2) }
    scheduler.advance(by: .seconds(30))
    #expect(executing.events == events((0, false)))
    #expect(enabled.events == events((0, false)))
    #expect(errors.events == events((10, "notEnabled"), (20, "notEnabled")))
    #expect(executions.values == [])
    #expect(started.value == 0)
  }

  @Test func `a busy action refuses`() {
    let action = Action<Int, Int> { [slow] in slow($0) }
    let errors = Recorder(action.errors.map(\.name), scheduler)
    let executions = Recorder(action.executions.map { _ in "execution" }, scheduler)
    let first = Shared<Recorder<Int>?>(nil)
    let second = Shared<Recorder<Int>?>(nil)
    at(10) { [scheduler] in first.value = Recorder(action.execute(1), scheduler) }
    at(20) { [scheduler] in second.value = Recorder(action.execute(2), scheduler) }
    scheduler.advance(by: .seconds(40))
    #expect(first.value?.events == events((30, 1)))
    #expect(first.value?.endName == "finished")
    #expect(second.value?.endName == "notEnabled")
    #expect(errors.events == events((20, "notEnabled")))
    #expect(executions.events == events((10, "execution")))
  }

  @Test func `synchronous work loses no element`() {
    let log = Recorder<String>()
    let action = Action<Void, Int> { [1, 2, 3].publisher }
    action.executing.observeForever { log.record($0 ? "executing" : "idle") }
    action.elements.observeForever { log.record("\($0)") }
    action.completions.observeForever { log.record("completed") }
    let execution = Recorder(action.execute())
    #expect(log.values == ["executing", "1", "2", "3", "idle", "completed"])
    #expect(execution.values == [1, 2, 3])
  }

  @Test func `enabled and executing change together`() {
    let action = Action<Int, Int> { Just($0) }
    let states = Recorder(action.state)
    action.execute(1)
    #expect(states.values.map(\.executing) == [false, true, false])
    #expect(states.values.map(\.enabled) == [true, false, true])
    #expect(states.values.map(\.running) == [0, 1, 0])
  }

  // MARK: Errors

  @Test func `a failure is delivered to every observer`() {
    let action = Action<Int, Int> { _ in Fail<Int, Failure>(error: Failure("broken")) }
    let errors = Recorder(action.errors.map(\.name))
    let underlying = Recorder(action.underlyingErrors.map { ($0 as? Failure)?.name })
    let completions = Recorder(action.completions.map { 1 })
    let execution = Recorder(action.execute(1))
    #expect(errors.values == ["underlying broken"])
    #expect(underlying.values == ["broken"])
    #expect(execution.endName == "underlying broken")
    #expect(completions.values == [])
  }

  @Test func `an observer of a failure finds the action free again`() {
    let attempts = Shared(0)
    let action = Action<Int, Int> { _ in
      attempts.change { $0 += 1 }
      return attempts.value < 3
        ? Fail<Int, Failure>(error: Failure("\(attempts.value)")).eraseToAnyPublisher()
        : Just(attempts.value).setFailureType(to: Failure.self).eraseToAnyPublisher()
    }
    let elements = Recorder(action.elements)
    let errors = Recorder(action.errors.map(\.name))
    action.errors.observeForever { _ in action.execute(0) }
    action.execute(0)
    #expect(errors.values == ["underlying 1", "underlying 2"])
    #expect(elements.values == [3])
  }

  @Test func `an observer of a completion finds the action free again`() {
    let action = Action<Int, Int> { Just($0) }
    let free = Recorder<Bool>()
    action.completions.observeForever { free.record(action.state.data.enabled) }
    let subscription = action.execute(1).sink(
      receiveCompletion: { _ in free.record(!action.state.data.executing) }, receiveValue: { _ in })
    #expect(free.values == [true, true])
    withExtendedLifetime(subscription) {}
  }

  // MARK: Inputs

  @Test func `every value of inputs executes and completion is ignored`() {
    let action = Action<Int, Int> { Just($0 * 2) }
    let elements = Recorder(action.elements)
    [1, 2, 3].publisher.subscribe(action.inputs)
    action.execute(4)
    #expect(elements.values == [2, 4, 6, 8])
  }

  @Test func `inputs do not keep the action alive`() {
    var action: Action<Int, Int>? = Action { Just($0) }
    weak let weakAction = action
    let source = PassthroughSubject<Int, Never>()
    if let inputs = action?.inputs { source.subscribe(inputs) }
    action = nil
    source.send(1)
    #expect(weakAction == nil)
  }

  @Test func `the subscriptions of inputs end with the action`() {
    let cancellations = Shared(0)
    let source = PassthroughSubject<Int, Never>()
    let other = LiveData(data: 0)
    for _ in 1...100 {
      let action = Action<Int, Int> { Just($0) }
      let inputs = action.inputs
      source.handleEvents(receiveCancel: { cancellations.change { $0 += 1 } }).subscribe(inputs)
      other.handleEvents(receiveCancel: { cancellations.change { $0 += 1 } }).subscribe(inputs)
    }
    #expect(cancellations.value == 200)
  }

  @Test func `an action that executes for a value of its own does not keep it alive`() {
    weak var weakText: LiveData<String>?
    do {
      let text = LiveData(data: "")
      weakText = text
      let search = Action<String, String> { Just($0) }
      text.subscribe(search.inputs)
    }
    #expect(weakText == nil)
  }

  @Test func `a subscription that comes after the release is cancelled`() {
    let cancellations = Shared(0)
    var action: Action<Int, Int>? = Action { Just($0) }
    let inputs = action?.inputs
    action = nil
    let source = PassthroughSubject<Int, Never>()
    if let inputs {
      source.handleEvents(receiveCancel: { cancellations.change { $0 += 1 } }).subscribe(inputs)
    }
    source.send(1)
    #expect(cancellations.value == 1)
  }
}

@Suite(.timeLimit(.minutes(15))) struct ActionErrorTests {
  @Test func `an action's error is described by what failed`() {
    #expect("\(ActionError.underlying(Failure("down")))" == "\(Failure("down"))")
    #expect("\(ActionError.underlying(ActionError.underlying(Failure("down"))))" == "\(Failure("down"))")
    #expect([ActionError.notEnabled, .cancelled].map { "\($0)" } == ["notEnabled", "cancelled"])
  }
}

extension ActionError {
  /// A short text, for comparison.
  var name: String {
    switch self {
    case .notEnabled: "notEnabled"
    case .underlying(let error): "underlying \((error as? Failure)?.name ?? "?")"
    case .cancelled: "cancelled"
    }
  }
}

extension Recorder {
  /// How an execution ended, as a short text.
  var endName: String? {
    switch ended {
    case nil: nil
    case .finished: "finished"
    case .failed(let error): (error as? ActionError)?.name
    }
  }
}
