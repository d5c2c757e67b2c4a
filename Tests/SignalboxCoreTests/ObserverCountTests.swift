import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ObserverCountTests {
  private let live = LiveData(data: 0)
  private let event = FutureEvent<Int>()

  @Test func `observers are counted, and nothing else that receives values`() {
    let subscription = Recorder(live)
    let iterator = live.values.makeAsyncIterator()
    let derived = live.map { $0 * 2 }
    derived.observeForever { _ in }
    _ = live.observed.data
    #expect(live.observerCount == 0)
    let owner = Owner()
    live.observe(owner: owner) { _ in }
    live.observeOnMain(owner: owner) { _ in }
    let observer = live.observeForever { _ in }
    #expect(live.observerCount == 3)
    #expect(derived.observerCount == 1)
    live.remove(observer: observer)
    #expect(live.observerCount == 2)
    withExtendedLifetime((subscription, iterator, owner)) {}
  }

  @Test func `an observer of a released owner does not count`() {
    var owner: Owner? = Owner()
    if let owner { live.observe(owner: owner) { _ in } }
    #expect(live.observerCount == 1)
    owner = nil
    #expect(live.observerCount == 0)
    #expect(live.removeAll() == 0)
  }

  @Test func `all observers are removed and everything else remains`() {
    let received = Recorder<Int>()
    let subscription = Recorder(live)
    let derived = Recorder<Int>()
    live.map { $0 * 2 }.observeForever { derived.record($0) }
    for _ in 0..<100 { live.observeForever { received.record($0) } }
    #expect(live.removeAll() == 100)
    #expect(live.removeAll() == 0)
    live.data = 1
    #expect(received.values == [])
    #expect(subscription.values == [0, 1])
    #expect(derived.values == [2])
  }

  @Test func `an observer that removes all is the last one`() {
    let received = Recorder<Int>()
    live.observeForever { [live] _ in live.removeAll() }
    live.observeForever { received.record($0) }
    live.data = 1
    #expect(received.values == [])
  }

  @Test func `derived live data without observers is disconnected from its source`() {
    let transforms = Recorder<Int>()
    let derived = live.map { value in
      transforms.record(value)
      return value
    }
    derived.observeForever { _ in }
    live.data = 1
    let count = transforms.values.count
    derived.removeAll()
    live.data = 2
    #expect(transforms.values.count == count)
  }

  @Test func `observers of events are counted and removed, also by a read-only face`() {
    let received = Recorder<Int>()
    event.observeForever { received.record($0) }
    let subscription = Recorder(event)
    #expect(event.observerCount == 1)
    #expect(event.readOnly.removeAll() == 1)
    event.trigger(1)
    #expect(received.values == [])
    #expect(subscription.values == [1])
  }
}
