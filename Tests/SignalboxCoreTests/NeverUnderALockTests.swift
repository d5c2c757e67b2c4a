import SignalboxCore
import SignalboxTesting
import Testing

/// Code of a user that the library calls can use the object that calls it. Each of these tests would hang if
/// a lock were held.
@Suite(.timeLimit(.minutes(15))) struct NeverUnderALockTests {
  @Test func `transforms and predicates of derived live data`() {
    let live = LiveData(data: 1)
    let received = Recorder(
      live.map { $0 + live.data }.removeDuplicates { _, _ in live.data < 0 }.combineLatest(live)
        .map { $0.0 + $0.1 + live.data })
    live.data = 2
    #expect(received.values.first == 4)
    #expect(received.values.last == 8)
  }

  @Test func `the closure that compares values`() {
    let own = Shared<ActivityIndicator<Int>?>(nil)
    let calls = Shared(0)
    let indicator = ActivityIndicator<Int>(equalWhen: { left, right in
      calls.change { $0 += 1 }
      _ = own.value?.state.data
      own.value?.begin(associatedValue: nil).end()
      return left == right
    })
    own.value = indicator
    let shown = Recorder(indicator.state.map(\.associatedValue))
    let activity = indicator.begin(associatedValue: 1)
    activity.update(2)
    activity.end()
    #expect(shown.values == [nil, 1, 2, nil])
    #expect(calls.value > 0)
    own.value = nil
  }

  @Test func `the provider of a value`() {
    let indicator = ActivityIndicator<Int>()
    let shown = Recorder(indicator.state.map(\.associatedValue))
    let subscription = Just(5)
      .trackActivity(
        in: indicator,
        associatedValueProvider: { element in
          indicator.begin(associatedValue: 7).end()
          return element
        }
      ).sink { _ in }
    #expect(shown.values.contains(5))
    #expect(!indicator.state.data.loading)
    withExtendedLifetime(subscription) {}
  }

  @Test func `the end of an activity's value`() {
    let indicator = ActivityIndicator<OnDeinit>(equalWhen: { $0 === $1 })
    let ends = Shared(0)
    func value() -> OnDeinit {
      OnDeinit {
        ends.change { $0 += 1 }
        indicator.begin(associatedValue: nil).end()
      }
    }
    let activity = indicator.begin(associatedValue: value())
    activity.update(value())
    activity.end()
    #expect(ends.value == 2)
  }

  @Test func `the end of an error`() {
    struct HeavyError: Error { let end: OnDeinit }
    let tracker = ErrorTracker()
    let ends = Shared(0)
    func error() -> HeavyError {
      HeavyError(
        end: OnDeinit {
          ends.change { $0 += 1 }
          _ = tracker.reports.data
          tracker.reset()
        })
    }
    tracker.update(with: error())
    tracker.update(with: error())
    tracker.update(with: nil)
    for index in 0..<101 { tracker.update(with: error(), source: "\(index)") }
    tracker.reset()
    #expect(ends.value == 103)
  }

  @Test func `the end of an input`() {
    let action = Action<OnDeinit, Int>(whileExecuting: .queue()) { _ in PassthroughSubject<Int, Never>() }
    let ends = Shared(0)
    for _ in 0..<3 {
      action.execute(
        OnDeinit {
          ends.change { $0 += 1 }
          _ = action.state.data
        })
    }
    action.cancel()
    #expect(ends.value == 3)
  }

  @Test func `the gate of an action`() {
    let own = Shared<Action<Int, Int>?>(nil)
    let gate = LiveData(data: true)
    let action = Action<Int, Int>(
      enabledIf: gate.map { $0 && own.value?.state.data.running != 100 }, whileExecuting: .queue()
    ) { Just($0) }
    own.value = action
    #expect(Recorder(action.execute(1)).values == [1])
    own.value = nil
  }

  @Test func `the cancellation of work`() {
    let own = Shared<Action<Int, Int>?>(nil)
    let action = Action<Int, Int>(whileExecuting: .restart) { input in
      PassthroughSubject<Int, Never>().handleEvents(receiveCancel: {
        if input < 3 { own.value?.execute(input + 2) }
      })
    }
    own.value = action
    action.execute(1)
    action.execute(2)
    #expect(action.state.data.running == 1)
    own.value = nil
    action.cancel()
    #expect(!action.state.data.executing)
  }
}
