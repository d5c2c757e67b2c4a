import SignalboxCore
import SignalboxTesting
import Testing

/// Each version is delivered once to each observer, regardless of the number of dispatches.
@Suite(.timeLimit(.minutes(15))) struct LiveDataDispatchTests {
  private let live = LiveData(data: 1)
  private let received = Recorder<Int>()

  @Test func `dispatch delivers the present value to new observers`() {
    live.observeForever { [received] in received.record($0) }
    live.dispatch()
    #expect(received.values == [1])
  }

  @Test func `a version is delivered once`() {
    live.observeForever { [received] in received.record($0) }
    live.dispatch()
    live.dispatch()
    live.data = 2
    live.dispatch()
    #expect(received.values == [1, 2])
  }

  @Test func `dispatch reaches only observers that have not received the version`() {
    let late = Recorder<Int>()
    live.observeForever { [received] in received.record($0) }
    live.data = 2
    live.observeForever { late.record($0) }
    live.dispatch()
    #expect(received.values == [2])
    #expect(late.values == [2])
  }

  @Test func `dispatch to one observer reaches only that one`() {
    let other = Recorder<Int>()
    live.observeForever { other.record($0) }
    let observer = live.observeForever { [received] in received.record($0) }
    #expect(live.dispatch(initiator: observer))
    #expect(live.dispatch(initiator: observer))
    #expect(received.values == [1])
    #expect(other.values == [])
  }

  @Test func `dispatch to an unregistered observer returns false`() {
    let observer = Observer<Int> { [received] in received.record($0) }
    #expect(!live.dispatch(initiator: observer))
    #expect(received.values == [])
  }

  @Test func `dispatch inside a callback does not repeat the version that is being delivered`() {
    live.observeForever { [live, received] in
      received.record($0)
      live.dispatch()
    }
    live.data = 2
    #expect(received.values == [2])
  }

  @Test func `read only live data is dispatched to one observer`() {
    let readOnly: ReadOnlyLiveData<Int> = live
    let observer = readOnly.observeForever { [received] in received.record($0) }
    #expect(readOnly.dispatch(initiator: observer))
    #expect(received.values == [1])
  }
}
