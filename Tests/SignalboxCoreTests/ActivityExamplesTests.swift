import SignalboxCore
import SignalboxTesting
import Testing

/// The printed examples of the ActivityIndicator for RxSwift, line for line, in virtual time.
@Suite(.timeLimit(.minutes(15))) struct ActivityExamplesTests {
  private let scheduler = TestScheduler()

  @Test func `an interval shows its elements`() {
    let indicator = ActivityIndicator<String>()
    let lines = Recorder<String>(scheduler)
    let shown = indicator.state.sink {
      lines.record("loading: \($0.loading), associatedValue: \($0.associatedValue ?? "Empty")")
    }
    let elements = Recorder(
      interval(.seconds(1)).trackActivity(
        in: indicator, initialAssociatedValue: "-1", associatedValueProvider: { "\($0)" }),
      scheduler)

    scheduler.advance(by: .seconds(2))

    #expect(
      lines.values == [
        "loading: false, associatedValue: Empty",
        "loading: true, associatedValue: -1",
        "loading: true, associatedValue: 0",
        "loading: true, associatedValue: 1",
      ])
    #expect(elements.values == [0, 1])
    withExtendedLifetime(shown) {}
  }

  @Test func `operations in a row and in parallel show the first registered`() {
    let indicator = ActivityIndicator<Int>()
    let lines = Recorder<String>(scheduler)
    let shown = indicator.state.sink {
      lines.record("loading: \($0.loading), associatedValue: \($0.associatedValue ?? -1)")
    }
    let first = operation(1, seconds: 2)
      .trackActivity(in: indicator, associatedValue: 1)
      .flatMap { value in
        lines.record("Done: \(value)")
        return operation(2, seconds: 2)
      }
      .trackActivity(in: indicator, associatedValue: 2)
      .flatMap { value in
        lines.record("Done: \(value)")
        return operation(3, seconds: 2)
      }
      .trackActivity(in: indicator, associatedValue: 3)
      .sink { lines.record("Done: \($0)") }
    let second = operation(10, seconds: 3)
      .trackActivity(in: indicator, associatedValue: 10)
      .flatMap { value in
        lines.record("Done: \(value)")
        return operation(11, seconds: 5)
      }
      .trackActivity(in: indicator, associatedValue: 11)
      .sink { lines.record("Done: \($0)") }

    scheduler.advance(by: .seconds(20))

    #expect(
      lines.values == [
        "loading: false, associatedValue: -1",
        "loading: true, associatedValue: 1",
        "Done: 1",
        "loading: true, associatedValue: 2",
        "Done: 10",
        "Done: 2",
        "loading: true, associatedValue: 3",
        "Done: 3",
        "loading: true, associatedValue: 11",
        "Done: 11",
        "loading: false, associatedValue: -1",
      ])
    withExtendedLifetime((shown, first, second)) {}
  }

  /// A long operation with one result.
  private func operation(_ value: Int, seconds: Int) -> some Publisher<Int, Never> {
    Just(value).delay(for: .seconds(seconds), scheduler: scheduler)
  }

  private func interval(_ period: TestScheduler.Instant.Stride) -> some Publisher<Int, Never> {
    let ticks = PassthroughSubject<Void, Never>()
    let timer = scheduler.schedule(after: scheduler.now.advanced(by: period), interval: period) {
      ticks.send(())
    }
    return ticks.scan(-1) { count, _ in count + 1 }
      .handleEvents(receiveCancel: { timer.cancel() })
  }
}
