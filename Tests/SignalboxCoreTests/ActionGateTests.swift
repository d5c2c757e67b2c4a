import SignalboxCore
import SignalboxTesting
import Testing

/// What `enabledIf` says and when it is asked.
@Suite(.timeLimit(.minutes(5))) struct ActionGateTests {
  private let scheduler = TestScheduler()

  private func at(_ seconds: Int, _ body: @escaping @Sendable () -> Void) {
    scheduler.schedule(after: .init(offset: .seconds(seconds)), body)
  }

  /// A number after 20 seconds.
  private func slow(_ number: Int) -> some Publisher<Int, Never> {
    Just(number).delay(for: .seconds(20), scheduler: scheduler)
  }

  // MARK: enabledIf

  @Test func withoutAFirstValueTheActionIsDisabled() {
    let gate = PassthroughSubject<Bool, Never>()
    let action = Action<Int, Int>(enabledIf: gate) { Just($0) }
    let enabled = Recorder(action.enabled)
    gate.send(true)
    gate.send(true)
    gate.send(false)
    #expect(enabled.values == [false, true, false])
  }

  @Test func theLastValueOfAGateThatCompletesStays() {
    let gate = PassthroughSubject<Bool, Never>()
    let action = Action<Int, Int>(enabledIf: gate) { Just($0) }
    gate.send(true)
    gate.send(completion: .finished)
    #expect(action.enabled.data)
    #expect(Recorder(action.execute(1)).values == [1])
  }

  @Test func aGateThatClosesDuringWorkLetsTheWorkGoOn() {
    let gate = LiveData(data: true)
    let action = Action<Int, Int>(enabledIf: gate) { [slow] in slow($0) }
    let enabled = Recorder(action.enabled, scheduler)
    let execution = Recorder(action.execute(1), scheduler)
    at(10) { gate.data = false }
    scheduler.advance(by: .seconds(30))
    #expect(execution.values == [1])
    #expect(enabled.values == [true, false])
  }

  @Test func liveDataIsReadAtTheMomentOfStart() {
    let gate = LiveData(data: false)
    let action = Action<Int, Int>(enabledIf: gate) { Just($0) }
    let result = Shared<String?>(nil)
    // This observer is told before the action is.
    let early = LiveData(data: false)
    early.observeForever { _ in
      gate.data = true
      result.value = Recorder(action.execute(1)).endName
    }
    early.data = true
    #expect(result.value == "finished")
  }

}
