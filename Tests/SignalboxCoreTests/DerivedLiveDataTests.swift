import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct DerivedLiveDataTests {
  private struct Point: Sendable, Equatable {
    var x = 0
    var y = 0
  }

  private let live = LiveData(data: 1)

  @Test func `map computes its value from the stored one`() {
    let doubled = live.map { $0 * 2 }
    #expect(doubled.data == 2)
    live.data = 5
    #expect(doubled.data == 10)
  }

  @Test func `map with a key path`() {
    let point = LiveData(data: Point())
    let x = point.map(\.x)
    let received = Recorder(x)
    point.data.x = 3
    #expect(received.values == [0, 3])
  }

  @Test func `live data that is derived and observed in one expression is kept alive`() {
    let owner = Owner()
    let received = Recorder<Int>()
    live.map { $0 * 2 }.map { $0 + 1 }.observe(owner: owner) { received.record($0) }
    live.data = 2
    live.data = 3
    #expect(received.values == [5, 7])
  }

  @Test func `remove duplicates delivers only changes`() {
    let received = Recorder(live.removeDuplicates())
    live.data = 1
    live.data = 2
    live.data = 2
    live.data = 1
    #expect(received.values == [1, 2, 1])
  }

  @Test func `dispatch delivers a value that remove duplicates left out`() {
    let number = LiveData(data: 1)
    let received = Recorder<Int>()
    let distinct = number.removeDuplicates()
    let observer = distinct.observeForever { received.record($0) }
    number.data = 2
    number.data = 2
    #expect(received.values == [2])
    #expect(distinct.dispatch(initiator: observer))
    #expect(received.values == [2, 2])
  }

  @Test func `a new observer behind removeDuplicates causes no repetition`() {
    let labels = live.map { $0 / 10 }.removeDuplicates().map { "\($0)" }
    let early = Recorder(labels)
    live.data = 2
    let late = Recorder(labels)
    live.data = 3
    let latest = Recorder(labels)
    live.data = 20
    for received in [early, late, latest] { #expect(received.values == ["0", "2"]) }
  }

  @Test func `remove duplicates by a predicate`() {
    let received = Recorder(live.removeDuplicates { abs($0 - $1) < 10 })
    live.data = 9
    live.data = 30
    live.data = 31
    #expect(received.values == [1, 30])
  }

  @Test func `an observer of distinct values compares with the one at its registration`() {
    let distinct = live.removeDuplicates()
    let received = Recorder<Int>()
    distinct.observeForever { received.record($0) }
    live.data = 1
    live.data = 2
    #expect(received.values == [2])
  }

  @Test func `combine latest delivers each change of either source`() {
    let other = LiveData(data: "a")
    let received = Recorder(live.combineLatest(other).map { "\($0.0)\($0.1)" })
    live.data = 2
    other.data = "b"
    #expect(received.values == ["1a", "2a", "2b"])
  }

  @Test func `combine latest of three and four`() {
    let b = LiveData(data: 2)
    let c = LiveData(data: 3)
    let d = LiveData(data: 4)
    let three = Recorder(live.combineLatest(b, c).map { [$0.0, $0.1, $0.2] })
    let four = Recorder(live.combineLatest(b, c, d).map { [$0.0, $0.1, $0.2, $0.3] })
    c.data = 30
    d.data = 40
    #expect(three.values == [[1, 2, 3], [1, 2, 30]])
    #expect(four.values == [[1, 2, 3, 4], [1, 2, 30, 4], [1, 2, 30, 40]])
  }

  @Test func `combine latest of an array`() {
    let all = [LiveData(data: 1), LiveData(data: 2), LiveData(data: 3)]
    let received = Recorder(all.combineLatest())
    all[1].data = 20
    all[2].data = 30
    #expect(received.values == [[1, 2, 3], [1, 20, 3], [1, 20, 30]])
    #expect([LiveData<Int>]().combineLatest().data == [])
  }

  @Test func `live data combined with itself delivers both sides`() {
    let received = Recorder(live.combineLatest(live).map { $0.0 == $0.1 ? $0.0 : -1 })
    live.data = 2
    #expect(received.values.last == 2)
    #expect([live, live].combineLatest().data == [2, 2])
  }

  @Test func `transforms run once per change while observed`() {
    let calls = Shared(0)
    let mapped = live.map { value in
      calls.change { $0 += 1 }
      return value
    }
    let other = LiveData(data: 0)
    let received = Recorder<Int>()
    mapped.combineLatest(other).observeForever { received.record($0.0 + $0.1) }
    calls.value = 0
    live.data = 2
    other.data = 10
    other.data = 20
    #expect(received.values == [2, 12, 22])
    #expect(calls.value == 1)
  }

  @Test func `unobserved derived live data is not computed`() {
    let calls = Shared(0)
    let mapped = live.map { _ in calls.change { $0 += 1 } }
    live.data = 2
    #expect(calls.value == 0)
    withExtendedLifetime(mapped) {}
  }

  @Test func `observing after the last removal starts over`() {
    let distinct = live.removeDuplicates()
    let received = Recorder<Int>()
    let observer = distinct.observeForever { received.record($0) }
    live.data = 2
    distinct.remove(observer: observer)
    live.data = 3
    distinct.observeForever { received.record($0) }
    live.data = 3
    live.data = 2
    #expect(received.values == [2, 2])
  }

  @Test func `derived live data holds its sources`() {
    var live: LiveData<Int>? = LiveData(data: 1)
    weak let weakLive = live
    var derived = live?.map { $0 + 1 }
    live = nil
    #expect(derived?.data == 2)
    derived = nil
    #expect(weakLive == nil)
  }

  @Test func `observation of derived live data does not keep its root alive`() {
    var live: LiveData<Int>? = LiveData(data: 1)
    var other: LiveData<Int>? = LiveData(data: 1)
    weak let weakLive = live
    let captured = Shared<Shared<Int>?>(Shared(1))
    weak let weakCaptured = captured.value
    if let live, let other {
      live.map { $0 }.combineLatest(other).removeDuplicates { _, _ in false }
        .observeForever { [captured = captured.value] _ in _ = captured }
    }
    captured.value = nil
    live = nil
    other = nil
    #expect(weakLive == nil)
    #expect(weakCaptured == nil)
  }

  @Test func `an observation that ends releases the values of its sources`() {
    let derived = live.map { $0 + 1 }
    var captured: Shared<Int>? = Shared(1)
    weak let weakCaptured = captured
    var observer = captured.map { captured in Observer<Int> { _ in _ = captured } }
    captured = nil
    if let observer { derived.observeForever(observer: observer) }
    live.data = 2
    if let observer { derived.remove(observer: observer) }
    observer = nil
    #expect(weakCaptured == nil)
  }

  @Test func `unobserved derived live data remembers no value`() {
    let live = LiveData<Shared<Int>?>(data: Shared(1))
    let derived = live.map { $0 }.removeDuplicates { $0 === $1 }
    weak let weakValue = live.data
    let observer = derived.observeForever { _ in }
    derived.remove(observer: observer)
    live.data = nil
    #expect(weakValue == nil)
  }

  @Test func `a subscriber in a callback of the source starts with the stored value and misses nothing`() {
    let other = LiveData(data: 0)
    let both = live.combineLatest(other).map { [$0.0, $0.1] }
    let early = Recorder(both)
    let late = Shared<Recorder<[Int]>?>(nil)
    live.observeForever { value in
      guard value == 2 else { return }
      other.data = 5
      late.value = Recorder(both)
    }
    live.data = 2
    other.data = 6
    #expect(early.values.last == [2, 6])
    #expect(late.value?.values == [[2, 5], [2, 6]])
  }
}
