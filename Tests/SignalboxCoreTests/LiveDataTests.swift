import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LiveDataTests {
  private let live = LiveData(data: 0)
  private let heard = Recorder<Int>()

  // MARK: Observing

  @Test func observingDoesNotDeliverThePresentValue() {
    live.observeForever { [heard] in heard.record($0) }
    #expect(heard.values == [])
  }

  @Test func observersHearEveryLaterValue() {
    live.observeForever { [heard] in heard.record($0) }
    live.data = 1
    live.data = 2
    #expect(heard.values == [1, 2])
    #expect(live.data == 2)
  }

  @Test func settingAnEqualValueDeliversItAgain() {
    live.observeForever { [heard] in heard.record($0) }
    live.data = 7
    live.data = 7
    #expect(heard.values == [7, 7])
  }

  @Test func observingWithInitialDeliversThePresentValueAtOnce() {
    let owner = Owner()
    live.observe(owner: owner, initial: true) { [heard] in heard.record($0) }
    live.data = 1
    #expect(heard.values == [0, 1])
  }

  @Test func observingWithoutInitialWaitsForAChange() {
    let owner = Owner()
    live.observe(owner: owner, initial: false) { [heard] in heard.record($0) }
    #expect(heard.values == [])
    withExtendedLifetime(owner) {}
  }

  @Test func anObserverIsRegisteredOnce() {
    let observer = Observer<Int> { [heard] in heard.record($0) }
    #expect(live.observeForever(observer: observer))
    #expect(!live.observeForever(observer: observer))
    #expect(!live.observe(owner: observer, observer: observer))
    live.data = 1
    #expect(heard.values == [1])
  }

  @Test func observersHearInOrderOfRegistration() {
    let order = Recorder<String>()
    live.observeForever { _ in order.record("first") }
    live.observeForever { _ in order.record("second") }
    live.observeForever { _ in order.record("third") }
    live.data = 1
    #expect(order.values == ["first", "second", "third"])
  }

  // MARK: Removing

  @Test func aRemovedObserverIsSilent() {
    let observer = live.observeForever { [heard] in heard.record($0) }
    #expect(live.remove(observer: observer))
    #expect(!live.remove(observer: observer))
    live.data = 1
    #expect(heard.values == [])
  }

  @Test func anObserverRemovedDuringADeliveryIsNotCalledInIt() {
    let second = Observer<Int> { [heard] in heard.record($0) }
    live.observeForever { [live] _ in live.remove(observer: second) }
    live.observeForever(observer: second)
    live.data = 1
    #expect(heard.values == [])
  }

  @Test func anObserverMayRemoveItself() {
    let own = Shared<Observer<Int>?>(nil)
    own.value = live.observeForever { [live, heard] value in
      heard.record(value)
      own.value.map { _ = live.remove(observer: $0) }
    }
    live.data = 1
    live.data = 2
    #expect(heard.values == [1])
  }

  @Test func anObserverAddedDuringADeliveryHearsTheNextChange() {
    live.observeForever { [live, heard] value in
      if value == 1 { live.observeForever { heard.record($0) } }
    }
    live.data = 1
    #expect(heard.values == [])
    live.data = 2
    #expect(heard.values == [2])
  }

  @Test func anObserverMayBeRegisteredAgainAfterItsRemoval() {
    let observer = live.observeForever { [heard] in heard.record($0) }
    live.remove(observer: observer)
    #expect(live.observeForever(observer: observer))
    live.data = 1
    #expect(heard.values == [1])
  }

  // MARK: Re-entrancy

  @Test func aChangeMadeInACallbackIsSeenByAllAfterThePresentOne() {
    let second = Recorder<Int>()
    live.observeForever { [live, heard] value in
      heard.record(value)
      if value == 1 { live.data = 2 }
    }
    live.observeForever { second.record($0) }
    live.data = 1
    #expect(heard.values == [1, 2])
    #expect(second.values == [1, 2])
  }

  @Test func aLongChainOfChangesInCallbacksDoesNotRecurse() {
    live.observeForever { [live] value in if value < 100_000 { live.data = value + 1 } }
    live.data = 1
    #expect(live.data == 100_000)
  }

  // MARK: Modify

  @Test func modifyReadsAndWritesInOneStepWithOneDelivery() {
    live.observeForever { [heard] in heard.record($0) }
    let result = live.modify { value in
      value += 1
      value += 1
      return "done"
    }
    #expect(result == "done")
    #expect(heard.values == [2])
  }

  @Test func aModificationThatThrowsChangesNothing() {
    live.observeForever { [heard] in heard.record($0) }
    #expect(throws: Failure("half")) {
      try live.modify { value in
        value = 5
        throw Failure("half")
      }
    }
    #expect(live.data == 0)
    #expect(heard.values == [])
  }

  // MARK: Optional values and states

  @Test func optionalLiveDataBeginsWithNilAsItsFirstVersion() {
    let live = LiveOptionalData<String>()
    let heard = Recorder<String?>()
    live.observeForever { heard.record($0) }
    live.dispatch()
    live.dispatch()
    #expect(heard.values == [nil])
  }

  @Test func stateLiveDataHoldsAValueOrAnError() {
    let live = LiveStateData<Int>(data: .success(1))
    live.data = .failure(Failure("offline"))
    #expect(live.data != .success(1))
    let optional = LiveOptionalStateData<Int>()
    #expect(optional.data == nil)
  }

}

/// Runs a closure at its end.
final class OnDeinit: Sendable {
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  deinit { body() }
}
