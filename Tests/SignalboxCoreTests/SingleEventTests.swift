import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct SingleEventTests {
  private let event = SingleEvent<Int>()
  private let received = Recorder<Int>()

  @Test func `only the first trigger is delivered`() {
    event.observeForever { [received] in received.record($0) }
    event.trigger(1)
    event.trigger(2)
    #expect(received.values == [1])
  }

  @Test func `a late observer is notified at once`() {
    event.trigger(1)
    event.observeForever { [received] in received.record($0) }
    event.trigger(2)
    #expect(received.values == [1])
  }

  @Test func `late observers can be ignored`() {
    let event = SingleEvent<Int>(lateObservers: .ignore)
    let late = Recorder<Int>()
    event.observeForever { [received] in received.record($0) }
    event.trigger(1)
    event.observeForever { late.record($0) }
    #expect(received.values == [1])
    #expect(late.values == [])
  }

  @Test func `an observer added during the delivery is notified once`() {
    event.observeForever { [event, received] _ in event.observeForever { received.record($0) } }
    event.trigger(1)
    #expect(received.values == [1])
  }

  @Test func `registering twice delivers once`() {
    let observer = Observer<Int> { [received] in received.record($0) }
    #expect(event.observeForever(observer: observer))
    event.trigger(1)
    #expect(!event.observeForever(observer: observer))
    #expect(received.values == [1])
  }

  @Test func `an observer is notified once for each registration`() {
    let event = SingleEvent<Int>()
    let received = Recorder<Int>()
    let observer = Observer<Int> { received.record($0) }
    event.observeForever(observer: observer)
    event.trigger(1)
    event.remove(observer: observer)
    event.observeForever(observer: observer)
    #expect(received.values == [1, 1])
  }

  @Test func `a removed observer is not notified`() {
    let observer = event.observeForever { [received] in received.record($0) }
    #expect(event.remove(observer: observer))
    event.trigger(1)
    #expect(received.values == [])
  }

  @Test func `observation ends with the owner`() {
    event.observe(owner: Owner()) { [received] in received.record($0) }
    event.trigger(1)
    #expect(received.values == [])
  }

  @Test func `a nil payload is a trigger too`() {
    let event = SingleEvent<Int?>()
    let received = Recorder(event)
    event.trigger(nil)
    event.trigger(1)
    #expect(received.values == [nil])
  }

  @Test func `an event without payload is published`() {
    let event = SingleEvent<Void>()
    let early = Recorder(event)
    event.trigger()
    event.trigger()
    let late = Recorder(event)
    #expect(early.values.count == 1)
    #expect(late.values.count == 1)
  }
}
