import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct LiveDataTests {
  private let live = LiveData(data: 0)
  private let received = Recorder<Int>()

  // MARK: Observing

  @Test func `observing does not deliver the present value`() {
    live.observeForever { [received] in received.record($0) }
    #expect(received.values == [])
  }

  @Test func `observers are notified of every later value`() {
    live.observeForever { [received] in received.record($0) }
    live.data = 1
    live.data = 2
    #expect(received.values == [1, 2])
    #expect(live.data == 2)
  }

  @Test func `setting an equal value delivers it again`() {
    live.observeForever { [received] in received.record($0) }
    live.data = 7
    live.data = 7
    #expect(received.values == [7, 7])
  }

  @Test func `observing with initial delivers the present value at once`() {
    let owner = Owner()
    live.observe(owner: owner, initial: true) { [received] in received.record($0) }
    live.data = 1
    #expect(received.values == [0, 1])
  }

  @Test func `observing without initial waits for a change`() {
    let owner = Owner()
    live.observe(owner: owner, initial: false) { [received] in received.record($0) }
    #expect(received.values == [])
    withExtendedLifetime(owner) {}
  }

  @Test func `an observer is registered once`() {
    let observer = Observer<Int> { [received] in received.record($0) }
    #expect(live.observeForever(observer: observer))
    #expect(!live.observeForever(observer: observer))
    #expect(!live.observe(owner: observer, observer: observer))
    live.data = 1
    #expect(received.values == [1])
  }

  @Test func `observers are notified in order of registration`() {
    let order = Recorder<String>()
    live.observeForever { _ in order.record("first") }
    live.observeForever { _ in order.record("second") }
    live.observeForever { _ in order.record("third") }
    live.data = 1
    #expect(order.values == ["first", "second", "third"])
  }

  // MARK: Removing

  @Test func `a removed observer is not notified`() {
    let observer = live.observeForever { [received] in received.record($0) }
    #expect(live.remove(observer: observer))
    #expect(!live.remove(observer: observer))
    live.data = 1
    #expect(received.values == [])
  }

  @Test func `an observer removed during a delivery is not called in it`() {
    let second = Observer<Int> { [received] in received.record($0) }
    live.observeForever { [live] _ in live.remove(observer: second) }
    live.observeForever(observer: second)
    live.data = 1
    #expect(received.values == [])
  }

  @Test func `an observer may remove itself`() {
    let own = Shared<Observer<Int>?>(nil)
    own.value = live.observeForever { [live, received] value in
      received.record(value)
      own.value.map { _ = live.remove(observer: $0) }
    }
    live.data = 1
    live.data = 2
    #expect(received.values == [1])
  }

  @Test func `an observer added during a delivery is notified of the next change`() {
    live.observeForever { [live, received] value in
      if value == 1 { live.observeForever { received.record($0) } }
    }
    live.data = 1
    #expect(received.values == [])
    live.data = 2
    #expect(received.values == [2])
  }

  @Test func `an observer may be registered again after its removal`() {
    let observer = live.observeForever { [received] in received.record($0) }
    live.remove(observer: observer)
    #expect(live.observeForever(observer: observer))
    live.data = 1
    #expect(received.values == [1])
  }

  // MARK: Re-entrancy

  @Test func `a change made in a callback is delivered after the present one`() {
    let second = Recorder<Int>()
    live.observeForever { [live, received] value in
      received.record(value)
      if value == 1 { live.data = 2 }
    }
    live.observeForever { second.record($0) }
    live.data = 1
    #expect(received.values == [1, 2])
    #expect(second.values == [1, 2])
  }

  @Test func `a long chain of changes in callbacks does not recurse`() {
    live.observeForever { [live] value in if value < 100_000 { live.data = value + 1 } }
    live.data = 1
    #expect(live.data == 100_000)
  }

  // MARK: Modify

  @Test func `modify reads and writes in one step with one delivery`() {
    live.observeForever { [received] in received.record($0) }
    let result = live.modify { value in
      value += 1
      value += 1
      return "done"
    }
    #expect(result == "done")
    #expect(received.values == [2])
  }

  @Test func `a modification that throws changes nothing`() {
    live.observeForever { [received] in received.record($0) }
    #expect(throws: Failure("half")) {
      try live.modify { value in
        value = 5
        throw Failure("half")
      }
    }
    #expect(live.data == 0)
    #expect(received.values == [])
  }

  // MARK: Optional values and states

  @Test func `optional live data begins with nil as its first version`() {
    let live = LiveOptionalData<String>()
    let received = Recorder<String?>()
    live.observeForever { received.record($0) }
    live.dispatch()
    live.dispatch()
    #expect(received.values == [nil])
  }

  @Test func `state live data holds a value or an error`() {
    let live = LiveStateData<Int>(data: .success(1))
    live.data = .failure(Failure("offline"))
    #expect(live.data != .success(1))
    let optional = LiveOptionalStateData<Int>()
    #expect(optional.data == nil)
  }

  // MARK: Read-only

  @Test func `read-only live data follow the original and cannot be cast back`() {
    let live = LiveData(data: 1)
    let readOnly = live.readOnly
    let received = Recorder<Int>()
    let observer = readOnly.observeForever { received.record($0) }
    live.data = 2
    #expect(received.values == [2])
    #expect(readOnly.data == 2)
    #expect(!(readOnly is LiveData<Int>))
    #expect(live.remove(observer: observer))
  }
}

/// Runs a closure when it is deinitialized.
final class OnDeinit: Sendable {
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  deinit { body() }
}
