import SignalboxCore
import SignalboxTesting
import Testing

/// The values of `enabledIf`, and when they are read.
@Suite(.timeLimit(.minutes(15))) struct ActionGateTests {
  private let scheduler = TestScheduler()

  private func at(_ seconds: Int, _ body: @escaping @Sendable () -> Void) {
    scheduler.schedule(after: .init(offset: .seconds(seconds)), body)
  }

  /// A number after 20 seconds.
  private func slow(_ number: Int) -> some Publisher<Int, Never> {
    Just(number).delay(for: .seconds(20), scheduler: scheduler)
  }

  // MARK: enabledIf

  @Test func `without a first value the action is disabled`() {
    let gate = PassthroughSubject<Bool, Never>()
    let action = Action<Int, Int>(enabledIf: gate) { Just($0) }
    let enabled = Recorder(action.enabled)
    gate.send(true)
    gate.send(true)
    gate.send(false)
    #expect(enabled.values == [false, true, false])
  }

  @Test func `the last value of a gate that completes stays`() {
    let gate = PassthroughSubject<Bool, Never>()
    let action = Action<Int, Int>(enabledIf: gate) { Just($0) }
    gate.send(true)
    gate.send(completion: .finished)
    #expect(action.enabled.data)
    #expect(Recorder(action.execute(1)).values == [1])
  }

  @Test func `a gate that closes during work lets the work go on`() {
    let gate = LiveData(data: true)
    let action = Action<Int, Int>(enabledIf: gate) { [slow] in slow($0) }
    let enabled = Recorder(action.enabled, scheduler)
    let execution = Recorder(action.execute(1), scheduler)
    at(10) { gate.data = false }
    scheduler.advance(by: .seconds(30))
    #expect(execution.values == [1])
    #expect(enabled.values == [true, false])
  }

  @Test func `live data is read at the moment of start`() {
    let gate = LiveData(data: false)
    let action = Action<Int, Int>(enabledIf: gate) { Just($0) }
    let result = Shared<String?>(nil)
    // This observer is called before the action.
    let early = LiveData(data: false)
    early.observeForever { _ in
      gate.data = true
      result.value = Recorder(action.execute(1)).endName
    }
    early.data = true
    #expect(result.value == "finished")
  }

}
