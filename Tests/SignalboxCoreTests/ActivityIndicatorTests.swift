import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ActivityIndicatorTests {
  private typealias State = ActivityIndicator<String>.State
  private let scheduler = TestScheduler()
  private let idle = State(loading: false, associatedValue: nil)

  private func busy(_ value: String?) -> State { State(loading: true, associatedValue: value) }

  // MARK: Which value is shown

  @Test func `the first value that is not nil is shown`() {
    let indicator = ActivityIndicator<String>()
    let first = PassthroughSubject<String?, Never>()
    let second = PassthroughSubject<String?, Never>()
    let shown = Recorder(indicator.state)
    let firstEnd = Recorder(
      first.trackActivity(in: indicator, associatedValueProvider: { $0.map { "s1-" + $0 } }))
    let secondEnd = Recorder(second.trackActivity(in: indicator, associatedValue: "two"))

    first.send("5")
    first.send(nil)
    second.send(completion: .finished)
    first.send(completion: .finished)

    #expect(shown.values == [idle, busy(nil), busy("two"), busy("s1-5"), busy("two"), busy(nil), idle])
    withExtendedLifetime((firstEnd, secondEnd)) {}
  }

  @Test func `the default is the value of activities without one`() {
    let indicator = ActivityIndicator(defaultAssociatedValue: "default")
    let source = PassthroughSubject<Int, Never>()
    let shown = Recorder(indicator.state)
    let subscription = source.trackActivity(in: indicator).sink { _ in }
    subscription.cancel()
    #expect(shown.values == [idle, busy("default"), idle])
  }

  @Test func `an explicit nil is not the default`() {
    let indicator = ActivityIndicator(defaultAssociatedValue: "default")
    let source = PassthroughSubject<Int, Never>()
    let shown = Recorder(indicator.state)
    let subscription = source.trackActivity(in: indicator, associatedValue: nil).sink { _ in }
    let token = indicator.begin(associatedValue: nil)
    #expect(shown.values == [idle, busy(nil)])
    withExtendedLifetime((subscription, token)) {}
  }

  @Test func `the nil of a provider does not fall back to the default`() {
    let indicator = ActivityIndicator(defaultAssociatedValue: "default")
    let source = PassthroughSubject<Int, Never>()
    let shown = Recorder(indicator.state)
    let subscription = source.trackActivity(in: indicator, associatedValueProvider: { _ in nil }).sink { _ in
    }
    source.send(1)
    #expect(shown.values == [idle, busy("default"), busy(nil)])
    withExtendedLifetime(subscription) {}
  }

  @Test func `equal states are not repeated`() {
    let indicator = ActivityIndicator<String>()
    let source = PassthroughSubject<String, Never>()
    let shown = Recorder(indicator.state)
    let first = source.trackActivity(in: indicator, associatedValueProvider: { $0 }).sink { _ in }
    source.send("a")
    source.send("a")
    let second = indicator.begin(associatedValue: "a")
    first.cancel()
    second.end()
    #expect(shown.values == [idle, busy(nil), busy("a"), idle])
  }

  @Test func `equalWhen decides which values are equal`() {
    struct Caption: Sendable { let text: String }
    let indicator = ActivityIndicator<Caption>(equalWhen: { $0.text.lowercased() == $1.text.lowercased() })
    let shown = Recorder(indicator.state)
    let activity = indicator.begin(associatedValue: Caption(text: "save"))
    activity.update(Caption(text: "SAVE"))
    activity.update(Caption(text: "done"))
    activity.end()
    #expect(shown.values.map { $0.associatedValue?.text } == [nil, "save", "done", nil])
  }

  @Test func `loading and its value change together`() {
    let indicator = ActivityIndicator<String>()
    let seen = Recorder<State>()
    indicator.state.map(\.loading).observeForever { _ in seen.record(indicator.state.data) }
    indicator.begin(associatedValue: "work").end()
    #expect(seen.values == [busy("work"), idle])
  }

  // MARK: Tokens

  @Test func `a token ends once`() {
    let indicator = ActivityIndicator<String>()
    let shown = Recorder(indicator.state)
    let lists = Recorder(indicator.activities.map(\.count))
    let activity = indicator.begin(associatedValue: "one")
    activity.update("two")
    activity.end()
    activity.end()
    activity.update("three")
    #expect(shown.values == [idle, busy("one"), busy("two"), idle])
    #expect(lists.values == [0, 1, 1, 0])
  }

  @Test func `a dropped token ends`() {
    let indicator = ActivityIndicator<String>()
    var activity: Activity<String>? = indicator.begin()
    #expect(indicator.state.data.loading)
    activity = nil
    #expect(!indicator.state.data.loading)
    withExtendedLifetime(activity) {}
  }

  // MARK: Async closures

  @Test func `a tracked closure is an activity until it returns or throws`() async {
    let indicator = ActivityIndicator(defaultAssociatedValue: "default")
    let shown = Recorder(indicator.state)
    let result = await indicator.track { activity in
      await Task.yield()
      activity.update("half")
      return 5
    }
    #expect(result == 5)
    await #expect(throws: Failure("broken")) {
      try await indicator.track(associatedValue: "other") { _ in throw Failure("broken") }
    }
    #expect(shown.values == [idle, busy("default"), busy("half"), idle, busy("other"), idle])
  }

  @Test func `a cancelled closure ends its activity`() async {
    let indicator = ActivityIndicator<String>(scheduler: scheduler)
    let task = Task(executorPreference: scheduler) { [scheduler] in
      try await indicator.track { _ in try await scheduler.sleep(for: .seconds(5)) }
    }
    scheduler.advance()
    #expect(indicator.state.data.loading)
    task.cancel()
    scheduler.advance()
    _ = await task.result
    #expect(!indicator.state.data.loading)
  }

  // MARK: The list

  @Test func `the list contains all running activities and their start`() {
    let indicator = ActivityIndicator<String>(scheduler: scheduler)
    scheduler.advance(by: .seconds(1))
    let first = indicator.begin(associatedValue: "a")
    scheduler.advance(by: .milliseconds(500))
    let second = indicator.begin(associatedValue: nil)
    #expect(indicator.activities.data.map(\.value) == ["a", nil])
    #expect(indicator.activities.data.map(\.since) == [.seconds(1), .milliseconds(1_500)])
    #expect(indicator.activities.data.map(\.id) == [first.id, second.id])
    #expect(indicator.now == .milliseconds(1_500))
    first.end()
    #expect(indicator.activities.data.map(\.id) == [second.id])
  }

  @Test func `an observer of the list is also notified of values that are not shown`() {
    let indicator = ActivityIndicator<String>()
    let shown = indicator.begin(associatedValue: "shown")
    let lists = Recorder(indicator.activities.map { $0.map(\.value) })
    let hidden = indicator.begin(associatedValue: "a")
    hidden.update("b")
    hidden.end()
    #expect(lists.values == [["shown"], ["shown", "a"], ["shown", "b"], ["shown"]])
    withExtendedLifetime(shown) {}
  }

  // MARK: Lifetime

  @Test func `the state outlives the indicator and is released afterwards`() {
    var indicator: ActivityIndicator<String>? = ActivityIndicator()
    weak let weakIndicator = indicator
    let source = PassthroughSubject<Int, Never>()
    weak let state = indicator?.state
    var subscription = indicator.map { source.trackActivity(in: $0).sink { _ in } }
    let shown = indicator.map { Recorder($0.state.map(\.loading)) }
    indicator = nil
    subscription?.cancel()
    subscription = nil
    #expect(shown?.values == [true, false])
    shown?.cancel()
    #expect(weakIndicator == nil)
    #expect(state == nil)
  }
}
