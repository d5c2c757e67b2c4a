import Observation
import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ObservationTests {
  private let live = LiveData(data: 1)

  /// Reads with tracking, and again after each change.
  private func follow<Value: Sendable>(_ observed: ObservedLiveData<Value>, _ shown: Recorder<Value>) {
    withObservationTracking {
      shown.record(observed.data)
    } onChange: {
      follow(observed, shown)
    }
  }

  @Test func `a change is told once, after it was stored`() {
    let told = Recorder<Int>()
    withObservationTracking {
      _ = live.observed.data
    } onChange: { [live] in
      told.record(live.data)
    }
    #expect(told.values == [])
    live.data = 2
    live.data = 3
    #expect(told.values == [2])
  }

  @Test func `tracking again reads the new value`() {
    let shown = Recorder<Int>()
    follow(live.observed, shown)
    for value in 2...5 { live.data = value }
    #expect(shown.values == [1, 2, 3, 4, 5])
  }

  @Test func `tracking again in a change ends on the last value, whatever threads make the changes`() async {
    for _ in 0..<100 {
      let live = LiveData(data: 0)
      let shown = Recorder<Int>()
      follow(live.observed, shown)
      await withTaskGroup(of: Void.self) { group in
        for writer in 1...2 {
          group.addTask { for value in 1...20 { live.data = value * writer } }
        }
      }
      #expect(shown.values.last == live.data)
    }
  }

  @Test func `an equal value and a modification are changes, too`() {
    let shown = Recorder<Int>()
    follow(live.observed, shown)
    live.data = 1
    live.modify { $0 += 1 }
    #expect(shown.values == [1, 1, 2])
  }

  @Test func `it is one object, which does not keep the live data`() {
    #expect(live.observed === live.observed)
    var live: LiveData<Int>? = LiveData(data: 1)
    weak let original = live
    let observed = live?.observed
    live = nil
    #expect(original == nil)
    #expect(observed?.data == 1)
  }

  @Test func `derived live data that is kept is tracked until it is released`() {
    var doubled: ReadOnlyLiveData<Int>? = live.map { $0 * 2 }
    let told = Recorder<Int>()
    let track = { (doubled: ReadOnlyLiveData<Int>?) in
      withObservationTracking {
        _ = doubled?.observed.data
      } onChange: {
        told.record(1)
      }
    }
    track(doubled)
    live.data = 2
    #expect(told.values == [1])
    track(doubled)
    doubled = nil
    live.data = 3
    #expect(told.values == [1])
  }

  @Test func `a read without tracking is an ordinary one`() {
    #expect(live.observed.data == 1)
    live.data = 2
    #expect(live.observed.data == 2)
  }

  // MARK: Observable objects as live data

  @MainActor @Observable final class Counter {
    var count = 0
    var name = ""
  }

  /// Waits until live data has a value.
  private func wait<Value: Equatable>(for value: Value, in live: ReadOnlyLiveData<Value>) async {
    for await present in live.values where present == value { return }
  }

  @MainActor @Test func `live data follows what it reads of an observable object`() async {
    let counter = Counter()
    let reads = Recorder<Int>()
    let tracked = ReadOnlyLiveData.tracking {
      reads.record(counter.count)
      return counter.count * 2
    }
    #expect(tracked.data == 0)
    counter.name = "not read"
    counter.count = 1
    await wait(for: 2, in: tracked)
    counter.count = 2
    counter.count = 3
    await wait(for: 6, in: tracked)
    #expect(reads.values.first == 0 && reads.values.last == 3 && reads.values.count <= 4)
  }

  @MainActor @Test func `live data derived from it keeps it, and the object keeps nothing`() async {
    let counter = Counter()
    let captured = Shared(0)
    weak let released = captured
    var derived: ReadOnlyLiveData<Int>? = ReadOnlyLiveData.tracking { counter.count + captured.value }
      .map { $0 * 10 }
    counter.count = 1
    if let derived { await wait(for: 10, in: derived) }
    #expect(released != nil)
    derived = nil
    withExtendedLifetime(captured) {}
  }

  @MainActor @Test func `the object does not keep what the closure has captured`() {
    let counter = Counter()
    weak var released: Shared<Int>?
    do {
      let captured = Shared(0)
      released = captured
      let live = ReadOnlyLiveData.tracking { counter.count + captured.value }
      #expect(live.data == 0)
    }
    #expect(released == nil)
    counter.count = 1
  }

  @MainActor @Test func `an object that is only used by live data is released with it`() {
    weak var released: Counter?
    do {
      let counter = Counter()
      released = counter
      let live = ReadOnlyLiveData.tracking { counter.count }
      #expect(live.data == 0)
    }
    #expect(released == nil)
  }
}
