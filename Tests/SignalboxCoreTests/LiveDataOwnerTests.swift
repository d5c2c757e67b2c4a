import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LiveDataOwnerTests {
  private let live = LiveData(data: 0)
  private let heard = Recorder<Int>()

  // MARK: Owners

  @Test func observationEndsWithTheOwner() {
    var owner: Owner? = Owner()
    live.observe(owner: owner ?? Owner()) { [heard] in heard.record($0) }
    live.data = 1
    owner = nil
    live.data = 2
    #expect(heard.values == [1])
  }

  @Test func observationDoesNotKeepTheOwnerAlive() {
    var owner: Owner? = Owner()
    weak let weakOwner = owner
    live.observe(owner: owner ?? Owner()) { _ in }
    owner = nil
    #expect(weakOwner == nil)
  }

  @Test func anOwnerReleasedByAnEarlierObserverIsNotCalled() {
    let owner = Shared<Owner?>(Owner())
    live.observeForever { _ in owner.value = nil }
    if let present = owner.value { live.observe(owner: present) { [heard] in heard.record($0) } }
    live.data = 1
    #expect(heard.values == [])
  }

  @Test func anOwnerIsKeptAliveDuringItsCall() {
    let owner = Shared<Owner?>(Owner())
    weak let weakOwner = owner.value
    let wasAlive = Recorder<Bool>()
    if let present = owner.value {
      live.observe(owner: present) { [weak weakOwner] _ in
        owner.value = nil
        wasAlive.record(weakOwner != nil)
      }
    }
    live.data = 1
    #expect(wasAlive.values == [true])
    #expect(weakOwner == nil)
  }

  @Test func observersOfDeadOwnersAreSweptByObserving() {
    weak var first: Shared<Int>?
    for index in 0..<100 {
      let captured = Shared(index)
      if index == 0 { first = captured }
      live.observe(owner: Owner()) { _ in _ = captured.value }
    }
    #expect(first == nil)
  }

  // MARK: Lifetime

  @Test func liveDataIsFreedWithItsObservers() {
    var live: LiveData<Int>? = LiveData(data: 0)
    weak let weakLive = live
    let captured = Shared<Shared<Int>?>(Shared(1))
    weak let weakCaptured = captured.value
    live?.observeForever { [captured = captured.value] _ in _ = captured }
    captured.value = nil
    live = nil
    #expect(weakLive == nil)
    #expect(weakCaptured == nil)
  }

  @Test func theClosureOfADeadOwnerIsFreedWithoutALock() {
    var captured: OnDeinit? = OnDeinit { [live] in live.data += 1 }
    live.observe(owner: Owner()) { [captured] _ in _ = captured }
    captured = nil
    live.data = 1
    #expect(live.data == 2)
  }

  @Test func aReplacedValueIsFreedWithoutALock() {
    let other = LiveData(data: 0)
    let live = LiveData<OnDeinit?>(data: OnDeinit { other.data += 1 })
    live.observeForever { _ in other.data += 10 }
    live.data = nil
    #expect(other.data == 11)
  }
}
