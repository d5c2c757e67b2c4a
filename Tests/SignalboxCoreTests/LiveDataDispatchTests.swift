import SignalboxCore
import SignalboxTesting
import Testing

/// Each version is delivered once to each observer, however often it is dispatched.
@Suite(.timeLimit(.minutes(5))) struct LiveDataDispatchTests {
  private let live = LiveData(data: 1)
  private let heard = Recorder<Int>()

  @Test func dispatchDeliversThePresentValueToNewObservers() {
    live.observeForever { [heard] in heard.record($0) }
    live.dispatch()
    #expect(heard.values == [1])
  }

  @Test func aVersionIsDeliveredOnce() {
    live.observeForever { [heard] in heard.record($0) }
    live.dispatch()
    live.dispatch()
    live.data = 2
    live.dispatch()
    #expect(heard.values == [1, 2])
  }

  @Test func dispatchReachesOnlyThoseWhoHaveNotHadTheVersion() {
    let late = Recorder<Int>()
    live.observeForever { [heard] in heard.record($0) }
    live.data = 2
    live.observeForever { late.record($0) }
    live.dispatch()
    #expect(heard.values == [2])
    #expect(late.values == [2])
  }

  @Test func dispatchToOneReachesThatOneOnly() {
    let other = Recorder<Int>()
    live.observeForever { other.record($0) }
    let observer = live.observeForever { [heard] in heard.record($0) }
    #expect(live.dispatch(initiator: observer))
    #expect(live.dispatch(initiator: observer))
    #expect(heard.values == [1])
    #expect(other.values == [])
  }

  @Test func dispatchToAStrangerSaysSo() {
    let observer = Observer<Int> { [heard] in heard.record($0) }
    #expect(!live.dispatch(initiator: observer))
    #expect(heard.values == [])
  }

  @Test func dispatchInsideACallbackIsANoOpForTheVersionUnderWay() {
    live.observeForever { [live, heard] in
      heard.record($0)
      live.dispatch()
    }
    live.data = 2
    #expect(heard.values == [2])
  }

  @Test func readOnlyLiveDataIsDispatchedToOneObserver() {
    let readOnly: ReadOnlyLiveData<Int> = live
    let observer = readOnly.observeForever { [heard] in heard.record($0) }
    #expect(readOnly.dispatch(initiator: observer))
    #expect(heard.values == [1])
  }
}
