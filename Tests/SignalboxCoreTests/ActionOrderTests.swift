import SignalboxCore
import SignalboxTesting
import Testing

/// In which order the streams of an action deliver what belongs together.
@Suite(.timeLimit(.minutes(15))) struct ActionOrderTests {
  private let notes = Recorder<String>()
  private let kept = Kept()

  /// Notes everything that an action delivers. The order of the observations must not matter.
  private func observe<Input>(_ action: Action<Input, Int>, reversed: Bool) {
    let (notes, kept) = (notes, kept)
    let observations: [() -> Void] = [
      { action.state.observeForever { _ in notes.record("state") } },
      { action.executing.observeForever { notes.record("executing \($0)") } },
      { action.enabled.observeForever { notes.record("enabled \($0)") } },
      {
        action.executions.observeForever { execution in
          notes.record("executions")
          kept.keep(Self.note(execution, in: notes))
        }
      },
      { action.elements.observeForever { notes.record("elements \($0)") } },
      { action.completions.observeForever { notes.record("completions") } },
      { action.errors.observeForever { notes.record("errors \($0)") } },
      { action.underlyingErrors.observeForever { notes.record("underlying errors \($0)") } },
    ]
    for observe in reversed ? observations.reversed() : observations { observe() }
  }

  private static func note(
    _ execution: Execution<Int>, as name: String = "execution", in notes: Recorder<String>
  ) -> AnyCancellable {
    execution.sink(
      receiveCompletion: { end in
        switch end {
        case .finished: notes.record("\(name) finished")
        case .failure(let error): notes.record("\(name) \(error)")
        }
      }, receiveValue: { notes.record("\(name) \($0)") })
  }

  private static let start = ["state", "executing true", "enabled false", "executions"]
  private static let end = ["state", "executing false", "enabled true"]

  /// Work that never ends, and notes when it is cancelled.
  private func endless(_ input: Int = 0) -> some Publisher<Int, Never> {
    let notes = notes
    return Empty<Int, Never>(completeImmediately: false)
      .handleEvents(receiveCancel: { notes.record("work cancelled") })
  }

  @Test(arguments: [false, true])
  func `an execution that finishes`(reversed: Bool) {
    let action = Action<Int, Int> { Just($0) }
    observe(action, reversed: reversed)
    action.execute(1)
    #expect(
      notes.values == Self.start + ["execution 1", "elements 1"] + Self.end
        + ["execution finished", "completions"])
  }

  @Test(arguments: [false, true])
  func `an execution that fails`(reversed: Bool) {
    let action = Action<Int, Int> { _ in Fail<Int, Failure>(error: Failure("lost")) }
    observe(action, reversed: reversed)
    action.execute(1)
    let failure = "\(Failure("lost"))"
    #expect(
      notes.values == Self.start + Self.end
        + ["execution \(failure)", "errors \(failure)", "underlying errors \(failure)"])
  }

  @Test(arguments: [false, true])
  func `an execution that is cancelled`(reversed: Bool) {
    let action = Action<Int, Int> { [self] in endless($0) }
    observe(action, reversed: reversed)
    let execution = action.execute(1)
    #expect(notes.values == Self.start)
    execution.cancel()
    #expect(notes.values == Self.start + ["work cancelled"] + Self.end + ["execution cancelled"])
  }

  @Test(arguments: [false, true])
  func `a cancelled execution that waits for its work`(reversed: Bool) {
    let action = Action<Int, Int>(onCancel: .waitForWork) { [self] in endless($0) }
    observe(action, reversed: reversed)
    let execution = action.execute(1)
    execution.cancel()
    #expect(notes.values == Self.start + ["work cancelled", "state"] + Self.end + ["execution cancelled"])
  }

  @Test(arguments: [false, true])
  func `an action that is released`(reversed: Bool) {
    var action: Action<Int, Int>? = Action<Int, Int> { [self] in endless($0) }
    if let action { observe(action, reversed: reversed) }
    action.map { action in
      kept.keep(
        action.elements.sink(
          receiveCompletion: { [notes] _ in notes.record("elements finished") }, receiveValue: { _ in }))
    }
    action?.execute(1)
    action = nil
    #expect(
      notes.values == Self.start + ["work cancelled", "state", "executing false"]
        + ["execution cancelled", "elements finished"])
  }

  @Test(arguments: [false, true])
  func `an execution that is refused`(reversed: Bool) {
    let action = Action<Int, Int> { [self] in endless($0) }
    observe(action, reversed: reversed)
    action.execute(1)
    let (notes, kept) = (notes, kept)
    action.enabled.observeForever { [weak action] isEnabled in
      // Inside a callback, so that the executions are observed before their ends are delivered.
      guard isEnabled, let action else { return }
      action.execute(2)
      kept.keep(Self.note(action.execute(3), as: "refused", in: notes))
    }
    action.cancel()
    #expect(notes.values.suffix(2) == ["refused notEnabled", "errors notEnabled"])
  }

  @Test(arguments: [false, true])
  func `an execution that has waited`(reversed: Bool) {
    let first = FutureEvent<Int>()
    let action = Action<Int, Int>(whileExecuting: .queue()) { input in
      input == 1 ? first.first().eraseToAnyPublisher() : Just(input).eraseToAnyPublisher()
    }
    observe(action, reversed: reversed)
    action.execute(1)
    action.execute(2)
    let count = notes.values.count
    first.trigger(1)
    let handover = ["state", "execution finished", "completions", "executions"]
    let end = ["state", "executing false", "execution finished", "completions"]
    let expected =
      ["execution 1", "elements 1"] + handover + ["execution 2", "elements 2"] + end
    #expect(Array(notes.values.dropFirst(count)) == expected)
  }

  @Test(arguments: [false, true])
  func `an execution that is restarted`(reversed: Bool) {
    let action = Action<Int, Int>(whileExecuting: .restart) { [self] in endless($0) }
    observe(action, reversed: reversed)
    action.execute(1)
    action.execute(2)
    #expect(
      notes.values == ["state", "executing true", "executions"]
        + ["work cancelled", "execution cancelled", "executions"])
  }

  @Test func `all facts have changed before the first of them is delivered`() {
    let source = FutureEvent<Int>()
    let action = Action<Int, Int> { _ in source.first() }
    let (executing, enabled) = (action.executing, action.enabled)
    let seen = Recorder<[Bool]>()
    let read = { @Sendable [weak action] in
      guard let state = action?.state.data else { return }
      seen.record([state.executing, state.enabled, executing.data, enabled.data])
    }
    action.state.observeForever { _ in read() }
    executing.observeForever { _ in read() }
    enabled.observeForever { _ in read() }
    action.execute(1)
    source.trigger(1)
    let (busy, free) = ([true, false, true, false], [false, true, false, true])
    #expect(seen.values == [busy, busy, busy, free, free, free])
  }

  @Test func `observers of the elements have been called when the value is returned`() async throws {
    let action = Action<Int, Int> { input in
      await Task.yield()
      return input
    }
    for input in 0..<200 {
      let seen = Recorder<Int>()
      let observer = action.elements.observeForever { seen.record($0) }
      let value = try await action.execute(input).value
      #expect(seen.values == [value])
      #expect(action.state.data.enabled)
      action.elements.remove(observer: observer)
    }
  }
}
