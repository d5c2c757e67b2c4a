import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct SingleEventTests {
  private let event = SingleEvent<Int>()
  private let heard = Recorder<Int>()

  @Test func onlyTheFirstTriggerIsDelivered() {
    event.observeForever { [heard] in heard.record($0) }
    event.trigger(1)
    event.trigger(2)
    #expect(heard.values == [1])
  }

  @Test func aLateObserverHearsItAtOnce() {
    event.trigger(1)
    event.observeForever { [heard] in heard.record($0) }
    event.trigger(2)
    #expect(heard.values == [1])
  }

  @Test func lateObserversMayBeIgnored() {
    let event = SingleEvent<Int>(lateObservers: .ignore)
    let late = Recorder<Int>()
    event.observeForever { [heard] in heard.record($0) }
    event.trigger(1)
    event.observeForever { late.record($0) }
    #expect(heard.values == [1])
    #expect(late.values == [])
  }

  @Test func anObserverAddedDuringTheDeliveryHearsItOnce() {
    event.observeForever { [event, heard] _ in event.observeForever { heard.record($0) } }
    event.trigger(1)
    #expect(heard.values == [1])
  }

  @Test func registeringTwiceDeliversOnce() {
    let observer = Observer<Int> { [heard] in heard.record($0) }
    #expect(event.observeForever(observer: observer))
    event.trigger(1)
    #expect(!event.observeForever(observer: observer))
    #expect(heard.values == [1])
  }

  @Test func anObserverHearsItOnceForEachRegistration() {
    let event = SingleEvent<Int>()
    let heard = Recorder<Int>()
    let observer = Observer<Int> { heard.record($0) }
    event.observeForever(observer: observer)
    event.trigger(1)
    event.remove(observer: observer)
    event.observeForever(observer: observer)
    #expect(heard.values == [1, 1])
  }

  @Test func aRemovedObserverHearsNothing() {
    let observer = event.observeForever { [heard] in heard.record($0) }
    #expect(event.remove(observer: observer))
    event.trigger(1)
    #expect(heard.values == [])
  }

  @Test func observationEndsWithTheOwner() {
    event.observe(owner: Owner()) { [heard] in heard.record($0) }
    event.trigger(1)
    #expect(heard.values == [])
  }

  @Test func aNilPayloadIsATriggerToo() {
    let event = SingleEvent<Int?>()
    let heard = Recorder(event)
    event.trigger(nil)
    event.trigger(1)
    #expect(heard.values == [nil])
  }

  @Test func anEventWithoutPayloadIsPublished() {
    let event = SingleEvent<Void>()
    let early = Recorder(event)
    event.trigger()
    event.trigger()
    let late = Recorder(event)
    #expect(early.values.count == 1)
    #expect(late.values.count == 1)
  }
}
