import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

/// `switchToLatest` with a closure.
@Suite(.timeLimit(.minutes(15))) struct SwitchLiveDataTests {
  private let selected = LiveData(data: 0)
  private let inner = [LiveData(data: "a"), LiveData(data: "b")]

  private var shown: ReadOnlyLiveData<String> { selected.switchToLatest { [inner] in inner[$0] } }

  @Test func `it follows the selected one only`() {
    let shown = shown
    let received = Recorder(shown)
    inner[0].data = "a2"
    inner[1].data = "b2"
    selected.data = 1
    inner[0].data = "a3"
    inner[1].data = "b3"
    #expect(received.values == ["a", "a2", "b2", "b3"])
    #expect(shown.data == "b3")
  }

  @Test func `it follows while nobody observes`() {
    let shown = shown
    selected.data = 1
    inner[1].data = "b2"
    #expect(shown.data == "b2")
  }

  @Test func `each selection delivers the present value, also of the same`() {
    let received = Recorder(shown)
    selected.data = 0
    #expect(received.values == ["a", "a"])
  }

  @Test func `the closure is called once for each value`() {
    let calls = Shared<[Int]>([])
    let shown = selected.switchToLatest { [inner] index in
      calls.change { $0.append(index) }
      return inner[index]
    }
    selected.data = 1
    selected.data = 0
    #expect(calls.value == [0, 1, 0])
    withExtendedLifetime(shown) {}
  }

  @Test func `live data that is derived in the closure is retained while it is followed`() {
    let shown = selected.switchToLatest { [inner] index in inner[index].map { "<\($0)>" } }
    let received = Recorder<String>()
    let observer = shown.observeForever { received.record($0) }
    inner[0].data = "a2"
    selected.data = 1
    inner[1].data = "b2"
    #expect(received.values == ["<a2>", "<b>", "<b2>"])
    #expect(inner[0].map { $0 }.observerCount == 0)
    shown.remove(observer: observer)
  }

  @Test func `what is not followed any more is released`() {
    var first: LiveData<String>? = LiveData(data: "first")
    weak let weakFirst = first
    let source = LiveData(data: first)
    let shown = source.switchToLatest { [inner] in $0 ?? inner[0] }
    first = nil
    #expect(shown.data == "first")
    source.data = nil
    #expect(weakFirst == nil)
    #expect(shown.data == "a")
  }

  @Test func `a selection in a callback of the followed one`() {
    let received = Recorder<String>()
    let shown = shown
    shown.observeForever { [selected] in if $0 == "a2" { selected.data = 1 } }
    shown.observeForever { received.record($0) }
    inner[0].data = "a2"
    #expect(received.values == ["a2", "b"])
  }

  @Test func `it ends on the last value when selections and changes race`() {
    for _ in 0..<50 {
      let received = Recorder(shown)
      let shown = shown
      DispatchQueue.concurrentPerform(iterations: 3) { thread in
        for round in 1...20 {
          if thread == 2 { selected.data = round % 2 } else { inner[thread].data = "\(thread):\(round)" }
        }
      }
      #expect(shown.data == "0:20")
      #expect(received.values.last == "0:20")
    }
  }
}
