import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LiveDataPublisherTests {
  private let live = LiveData(data: 0)

  @Test func aSubscriberStartsWithThePresentValue() {
    live.data = 5
    let heard = Recorder(live)
    live.data = 6
    #expect(heard.values == [5, 6])
    #expect(heard.ended == nil)
  }

  @Test func aSubscriberInACallbackGetsTheStoredValueOnce() {
    let inner = Shared<Recorder<Int>?>(nil)
    live.observeForever { [live] value in if value == 1 { inner.value = Recorder(live) } }
    live.data = 1
    live.data = 2
    #expect(inner.value?.values == [1, 2])
  }

  @Test func aSubscriberThatComesWhileChangesWaitSkipsThoseItHasSeen() {
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

  @Test func changesMadeWhileASubscriptionStartsAreNotLost() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .unlimited)
    let subject = live.handleEvents(receiveSubscription: { [live] _ in
      live.data = 1
      live.data = 2
    })
    subject.subscribe(subscriber)
    #expect(subscriber.received.values == [0, 1, 2])
  }

  @Test func withoutDemandChangesAreConflatedToTheLatest() {
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

  @Test func demandReturnedFromAnElementCounts() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .max(1)) { _ in .max(1) }
    live.subscribe(subscriber)
    live.data = 1
    live.data = 2
    #expect(subscriber.received.values == [0, 1, 2])
  }

  @Test func cancellingInsideAnElementIsSilentFromThen() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .unlimited) {
      $0.subscription?.cancel()
      return .none
    }
    live.subscribe(subscriber)
    live.data = 1
    #expect(subscriber.received.values == [0])
  }

  @Test func aSubscriptionKeepsTheObjectAliveUntilItIsCancelled() {
    var live: LiveData<Int>? = LiveData(data: 0)
    weak let weakLive = live
    var subscription = live?.sink { _ in }
    live = nil
    #expect(weakLive != nil)
    subscription?.cancel()
    subscription = nil
    #expect(weakLive == nil)
  }

  @Test func cancellingInsideTheFirstElementLeavesNothingBehind() {
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

  @Test func prefixCompletes() {
    let heard = Recorder(live.first())
    #expect(heard.values == [0])
    #expect(heard.ended != nil)
  }
}
