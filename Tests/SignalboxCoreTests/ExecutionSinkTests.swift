import SignalboxCore
import SignalboxTesting
import Testing

/// `sink` of an execution, which stands in for Combine's.
@Suite(.timeLimit(.minutes(15))) struct ExecutionSinkTests {
  private let source = UncheckedBox(PassthroughSubject<Int, Failure>())
  private let action: Action<Int, Int>
  private let events = Shared<[String]>([])

  init() { action = Action { [source] _ in source.value } }

  private func sink(_ execution: Execution<Int>, onValue: @escaping (Int) -> Void = { _ in })
    -> AnyCancellable
  {
    execution.sink(
      receiveCompletion: { [events] completion in
        events.change {
          if case .finished = completion { $0.append("finished") } else { $0.append("failed") }
        }
      },
      receiveValue: { [events] value in
        events.change { $0.append("\(value)") }
        onValue(value)
      })
  }

  @Test func `earlier elements come first, then later ones, then the end`() {
    let execution = action.execute(0)
    source.value.send(1)
    let subscription = sink(execution)
    #expect(events.value == ["1"])
    source.value.send(2)
    source.value.send(completion: .finished)
    #expect(events.value == ["1", "2", "finished"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an execution that has ended tells everything at once`() {
    let execution = action.execute(0)
    source.value.send(1)
    source.value.send(completion: .failure(Failure("broken")))
    let subscription = sink(execution)
    #expect(events.value == ["1", "failed"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `cancelling inside an element stops later elements and the end`() {
    var subscription: AnyCancellable?
    subscription = sink(action.execute(0)) { if $0 == 2 { subscription?.cancel() } }
    for number in 1...3 { source.value.send(number) }
    source.value.send(completion: .finished)
    #expect(events.value == ["1", "2"])
  }

  @Test func `an element that is sent while one is delivered comes after it`() {
    let execution = action.execute(0)
    let subscription = sink(execution) { [source] value in
      if value < 3 { source.value.send(value + 1) }
    }
    source.value.send(1)
    #expect(events.value == ["1", "2", "3"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `releasing the subscription ends the calls and not the work`() {
    var subscription: AnyCancellable? = sink(action.execute(0))
    source.value.send(1)
    subscription = nil
    source.value.send(2)
    #expect(events.value == ["1"])
    #expect(action.state.data.executing)
    withExtendedLifetime(subscription) {}
  }
}
