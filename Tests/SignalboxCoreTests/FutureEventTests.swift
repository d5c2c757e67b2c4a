import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct FutureEventTests {
  private let event = FutureEvent<Int>()
  private let heard = Recorder<Int>()

  @Test func everyTriggerIsDelivered() {
    event.observeForever { [heard] in heard.record($0) }
    event.trigger(1)
    event.trigger(1)
    #expect(heard.values == [1, 1])
  }

  @Test func thereIsNoMemory() {
    event.trigger(1)
    event.observeForever { [heard] in heard.record($0) }
    event.trigger(2)
    #expect(heard.values == [2])
  }

  @Test func anEventWithoutPayload() {
    let event = FutureEvent<Void>()
    let count = Shared(0)
    event.observeForever { count.change { $0 += 1 } }
    event.trigger()
    #expect(count.value == 1)
  }

  @Test func observationEndsWithTheOwner() {
    var owner: Owner? = Owner()
    event.observe(owner: owner ?? Owner()) { [heard] in heard.record($0) }
    event.trigger(1)
    owner = nil
    event.trigger(2)
    #expect(heard.values == [1])
  }

  @Test func anObserverIsRegisteredOnceAndRemovedOnce() {
    let observer = Observer<Int> { [heard] in heard.record($0) }
    #expect(event.observe(owner: self.event, observer: observer))
    #expect(!event.observeForever(observer: observer))
    #expect(event.remove(observer: observer))
    #expect(!event.remove(observer: observer))
    event.trigger(1)
    #expect(heard.values == [])
  }

  @Test func aTriggerInsideACallbackComesAfterThePresentOne() {
    let second = Recorder<Int>()
    event.observeForever { [event] in if $0 == 1 { event.trigger(2) } }
    event.observeForever { second.record($0) }
    event.trigger(1)
    #expect(second.values == [1, 2])
  }

  @Test func aSubscriberHearsLaterTriggersAndNoCompletion() {
    event.trigger(0)
    let heard = Recorder(event)
    event.trigger(1)
    #expect(heard.values == [1])
    #expect(heard.ended == nil)
  }

  @Test func anIteratorHearsLaterTriggersAndEndsWithTheEvent() async {
    var event: FutureEvent<Int>? = FutureEvent()
    var iterator = event?.values.makeAsyncIterator()
    event?.trigger(1)
    event?.trigger(2)
    event = nil
    #expect(await iterator?.next() == 2)
    #expect(await iterator?.next() == .some(nil))
  }
}
