import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct LiveDataPublisherTests {
  private let live = LiveData(data: 0)

  @Test func `a subscriber starts with the present value`() {
    live.data = 5
    let received = Recorder(live)
    live.data = 6
    #expect(received.values == [5, 6])
    #expect(received.ended == nil)
  }

  @Test func `a subscriber in a callback gets the stored value once`() {
    let inner = Shared<Recorder<Int>?>(nil)
    live.observeForever { [live] value in if value == 1 { inner.value = Recorder(live) } }
    live.data = 1
    live.data = 2
    #expect(inner.value?.values == [1, 2])
  }

  @Test func `a subscriber that comes while changes wait skips those it has seen`() {
    let inner = Shared<Recorder<Int>?>(nil)
    live.observeForever { [live] value in
      guard value == 1 else { return }
      live.data = 2
      live.data = 3
      inner.value = Recorder(live)
    }
    live.data = 1
    #expect(inner.value?.values == [3])
  }

  @Test func `changes made while a subscription starts are not lost`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .unlimited)
    let subject = live.handleEvents(receiveSubscription: { [live] _ in
      live.data = 1
      live.data = 2
    })
    subject.subscribe(subscriber)
    #expect(subscriber.received.values == [0, 1, 2])
  }

  @Test func `without demand changes are conflated to the latest`() {
    let subscriber = ManualSubscriber<Int, Never>()
    live.subscribe(subscriber)
    live.data = 1
    live.data = 2
    #expect(subscriber.received.values == [])
    subscriber.subscription?.request(.max(1))
    #expect(subscriber.received.values == [2])
    live.data = 3
    live.data = 4
    subscriber.subscription?.request(.unlimited)
    #expect(subscriber.received.values == [2, 4])
  }

  @Test func `demand returned from an element counts`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .max(1)) { _ in .max(1) }
    live.subscribe(subscriber)
    live.data = 1
    live.data = 2
    #expect(subscriber.received.values == [0, 1, 2])
  }

  @Test func `cancelling inside an element stops all further events`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .unlimited) {
      $0.subscription?.cancel()
      return .none
    }
    live.subscribe(subscriber)
    live.data = 1
    #expect(subscriber.received.values == [0])
  }

  @Test func `a subscription keeps the object alive until it is cancelled`() {
    var live: LiveData<Int>? = LiveData(data: 0)
    weak let weakLive = live
    var subscription = live?.sink { _ in }
    live = nil
    #expect(weakLive != nil)
    subscription?.cancel()
    subscription = nil
    #expect(weakLive == nil)
  }

  @Test func `cancelling inside the first element leaves nothing behind`() {
    var live: LiveData<Int>? = LiveData(data: 0)
    weak let weakLive = live
    let subscriber = ManualSubscriber<Int, Never>(demand: .unlimited) {
      $0.subscription?.cancel()
      return .none
    }
    live?.subscribe(subscriber)
    live = nil
    #expect(weakLive == nil)
  }

  @Test func `prefix completes`() {
    let received = Recorder(live.first())
    #expect(received.values == [0])
    #expect(received.ended != nil)
  }
}
