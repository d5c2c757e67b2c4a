import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct LiveDataOwnerTests {
  private let live = LiveData(data: 0)
  private let received = Recorder<Int>()

  // MARK: Owners

  @Test func `observation ends with the owner`() {
    var owner: Owner? = Owner()
    live.observe(owner: owner ?? Owner()) { [received] in received.record($0) }
    live.data = 1
    owner = nil
    live.data = 2
    #expect(received.values == [1])
  }

  @Test func `observation does not keep the owner alive`() {
    var owner: Owner? = Owner()
    weak let weakOwner = owner
    live.observe(owner: owner ?? Owner()) { _ in }
    owner = nil
    #expect(weakOwner == nil)
  }

  @Test func `an owner released by an earlier observer is not called`() {
    let owner = Shared<Owner?>(Owner())
    live.observeForever { _ in owner.value = nil }
    if let present = owner.value { live.observe(owner: present) { [received] in received.record($0) } }
    live.data = 1
    #expect(received.values == [])
  }

  @Test func `an owner is kept alive during its call`() {
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

  @Test func `observers of released owners are swept by observing`() {
    weak var first: Shared<Int>?
    for index in 0..<100 {
      let captured = Shared(index)
      if index == 0 { first = captured }
      live.observe(owner: Owner()) { _ in _ = captured.value }
    }
    #expect(first == nil)
  }

  // MARK: Lifetime

  @Test func `live data is released with its observers`() {
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

  @Test func `the closure of a released owner is released without a lock`() {
    var captured: OnDeinit? = OnDeinit { [live] in live.data += 1 }
    live.observe(owner: Owner()) { [captured] _ in _ = captured }
    captured = nil
    live.data = 1
    #expect(live.data == 2)
  }

  @Test func `a replaced value is released without a lock`() {
    let other = LiveData(data: 0)
    let live = LiveData<OnDeinit?>(data: OnDeinit { other.data += 1 })
    live.observeForever { _ in other.data += 10 }
    live.data = nil
    #expect(other.data == 11)
  }
}
