import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct FutureEventTests {
  private let event = FutureEvent<Int>()
  private let received = Recorder<Int>()

  @Test func `every trigger is delivered`() {
    event.observeForever { [received] in received.record($0) }
    event.trigger(1)
    event.trigger(1)
    #expect(received.values == [1, 1])
  }

  @Test func `an event does not remember its triggers`() {
    event.trigger(1)
    event.observeForever { [received] in received.record($0) }
    event.trigger(2)
    #expect(received.values == [2])
  }

  @Test func `an event without payload`() {
    let event = FutureEvent<Void>()
    let count = Shared(0)
    event.observeForever { count.change { $0 += 1 } }
    event.trigger()
    #expect(count.value == 1)
  }

  @Test func `observation ends with the owner`() {
    var owner: Owner? = Owner()
    event.observe(owner: owner ?? Owner()) { [received] in received.record($0) }
    event.trigger(1)
    owner = nil
    event.trigger(2)
    #expect(received.values == [1])
  }

  @Test func `an observer is registered once and removed once`() {
    let observer = Observer<Int> { [received] in received.record($0) }
    #expect(event.observe(owner: self.event, observer: observer))
    #expect(!event.observeForever(observer: observer))
    #expect(event.remove(observer: observer))
    #expect(!event.remove(observer: observer))
    event.trigger(1)
    #expect(received.values == [])
  }

  @Test func `a trigger inside a callback comes after the present one`() {
    let second = Recorder<Int>()
    event.observeForever { [event] in if $0 == 1 { event.trigger(2) } }
    event.observeForever { second.record($0) }
    event.trigger(1)
    #expect(second.values == [1, 2])
  }

  @Test func `a subscriber receives later triggers and no completion`() {
    event.trigger(0)
    let received = Recorder(event)
    event.trigger(1)
    #expect(received.values == [1])
    #expect(received.ended == nil)
  }

  @Test func `an iterator receives later triggers and ends with the event`() async {
    var event: FutureEvent<Int>? = FutureEvent()
    var iterator = event?.values.makeAsyncIterator()
    event?.trigger(1)
    event?.trigger(2)
    event = nil
    #expect(await iterator?.next() == 1)
    #expect(await iterator?.next() == 2)
    #expect(await iterator?.next() == .some(nil))
  }

  @Test func `a read-only event delivers the triggers and cannot be cast back`() async {
    let readOnly = event.readOnly
    let received = Recorder<Int>()
    let observer = readOnly.observeForever { received.record($0) }
    var iterator = event.readOnly.values.makeAsyncIterator()
    let subscriber = Recorder(event.readOnly)
    event.trigger(1)
    #expect(received.values == [1])
    #expect(subscriber.values == [1])
    #expect(await iterator.next() == 1)
    #expect(!event.observeForever(observer: observer))
    #expect(readOnly.remove(observer: observer))
    event.trigger(2)
    #expect(received.values == [1])
    #expect(!(readOnly is FutureEvent<Int>))
  }

  @Test func `a late observer of a read-only single event is notified`() {
    let event = SingleEvent<Int>()
    event.trigger(1)
    let received = Recorder(event.readOnly)
    #expect(received.values == [1])
  }

  @Test func `a read-only event keeps the event`() {
    var event: FutureEvent<Int>? = FutureEvent()
    weak let original = event
    let readOnly = event?.readOnly
    event = nil
    #expect(original != nil)
    withExtendedLifetime(readOnly) {}
  }
}
