import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct RecorderTests {
  @Test func `a recorder records values with their time`() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<String, Never>()
    let recorder = Recorder(subject, scheduler)
    subject.send("a")
    scheduler.advance(by: .seconds(1))
    subject.send("b")
    #expect(recorder.values == ["a", "b"])
    #expect(recorder.events == [.init(time: .zero, value: "a"), .init(time: .seconds(1), value: "b")])
    #expect(recorder.events.map(\.description) == ["a at 0.0 seconds", "b at 1.0 seconds"])
  }

  @Test func `a recorder records how the publisher ended`() {
    let running = Recorder(PassthroughSubject<Int, Never>())
    let finished = Recorder(Just(1))
    let failed = Recorder(Fail<Int, Failure>(error: Failure("broken")))
    #expect(running.ended == nil)
    #expect("\(finished.ended, default: "nil")" == "finished")
    #expect(failed.ended?.failureName == "broken")
  }

  @Test func `a recorder stops when it is cancelled or released`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder(subject)
    subject.send(1)
    recorder.cancel()
    subject.send(2)
    #expect(recorder.values == [1])

    var released: Recorder<Int>? = Recorder(subject)
    weak let weakReleased = released
    released = nil
    #expect(weakReleased == nil)
  }
}
