import SignalboxTesting
import Testing

/// The kit for tests without anything else of the library: for code that has a clock as a parameter.
@Suite(.timeLimit(.minutes(1))) struct ClockTests {
  @Test func `a minute of virtual time passes at once`() {
    let clock = TestScheduler()
    let rings = Recorder<String>(clock)
    Task(executorPreference: clock) {
      try await clock.sleep(for: .seconds(60))
      rings.record("ring")
    }
    clock.advance(by: .seconds(61))
    #expect(rings.events == [.init(time: .seconds(60), value: "ring")])
  }
}
