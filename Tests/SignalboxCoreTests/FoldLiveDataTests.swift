import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

/// `filter`, `compactMap` and `scan` with a first value.
@Suite(.timeLimit(.minutes(15))) struct FoldLiveDataTests {
  private let live = LiveData(data: 1)

  @Test func `filter keeps the last value that was included`() {
    let large = live.filter(startingWith: 0) { $0 > 10 }
    let received = Recorder(large)
    #expect(large.data == 0)
    for value in [11, 2, 12, 12, 3] { live.data = value }
    #expect(large.data == 12)
    #expect(received.values == [0, 11, 12, 12])
  }

  @Test func `a present value that is included is the first one`() {
    live.data = 20
    #expect(live.filter(startingWith: 0) { $0 > 10 }.data == 20)
    #expect(live.compactMap(startingWith: "") { $0 > 10 ? "large" : nil }.data == "large")
    #expect(live.scan(startingWith: 5) { $0 + $1 }.data == 25)
  }

  @Test func `compactMap keeps the last result`() {
    let input = LiveData(data: "7")
    let number = input.compactMap(startingWith: 0) { Int($0) }
    let received = Recorder(number)
    for text in ["seven", "8", ""] { input.data = text }
    #expect(received.values == [7, 8])
  }

  @Test func `scan is told of every change while nobody observes`() {
    let history = live.scan(startingWith: []) { $0 + [$1] }
    for value in 2...4 { live.data = value }
    #expect(history.data == [1, 2, 3, 4])
    let received = Recorder(history)
    live.data = 5
    #expect(received.values == [[1, 2, 3, 4], [1, 2, 3, 4, 5]])
  }

  @Test func `an observer hears later changes and not the present value`() {
    let sum = live.scan(startingWith: 0) { $0 + $1 }
    let received = Recorder<Int>()
    let observer = sum.observeForever { received.record($0) }
    live.data = 2
    sum.remove(observer: observer)
    live.data = 3
    #expect(received.values == [3])
    #expect(sum.data == 6)
  }

  @Test func `dispatch delivers a version once`() {
    let large = live.filter(startingWith: 0) { $0 > 10 }
    let received = Recorder<Int>()
    let observer = large.observeForever { received.record($0) }
    live.data = 2
    #expect(large.dispatch(initiator: observer))
    #expect(large.dispatch(initiator: observer))
    #expect(received.values == [0])
  }

  @Test func `operators follow each other`() {
    let text = live.map { $0 * 2 }.filter(startingWith: 0) { $0 > 2 }.scan(startingWith: "") { "\($0)\($1)," }
      .map { "<\($0)>" }.removeDuplicates()
    let received = Recorder(text)
    live.data = 1
    live.data = 2
    live.data = 3
    #expect(received.values == ["<0,>", "<0,4,>", "<0,4,6,>"])
  }

  @Test func `a setter in an observer is delivered to all after the present change`() {
    let sum = live.scan(startingWith: 0) { $0 + $1 }
    let received = Recorder<Int>()
    sum.observeForever { [live] in if $0 == 3 { live.data = 10 } }
    sum.observeForever { received.record($0) }
    live.data = 2
    #expect(received.values == [3, 13])
  }

  @Test func `the names without a label are Combine's`() {
    let received = Recorder<Int>()
    let subscription = live.filter { $0 != 1 }.scan(0) { $0 + $1 }.compactMap { $0 > 2 ? $0 : nil }
      .sink { received.record($0) }
    live.data = 2
    live.data = 3
    #expect(received.values == [5])
    withExtendedLifetime(subscription) {}
  }

  @Test func `no value is lost or counted twice when threads set it at once`() {
    let count = live.scan(startingWith: 0) { count, _ in count + 1 }
    let sum = live.map { $0 }.scan(startingWith: -1) { $0 + $1 }
    let received = Recorder<Int>()
    count.observeForever { received.record($0) }
    DispatchQueue.concurrentPerform(iterations: 50) { live.data = $0 + 1 }
    #expect(received.values == Array(2...51))
    #expect(count.data == 51)
    #expect(sum.data == 1275)
  }

  @Test func `a change that comes during the creation waits for the first value`() {
    let sum = live.scan(startingWith: 0) { [live] sum, value in
      if value == 1 { live.data = 2 }
      return sum + value
    }
    #expect(sum.data == 3)
  }

  @Test func `a closure can use what it computes`() {
    let own = Shared<ReadOnlyLiveData<Int>?>(nil)
    own.value = live.scan(startingWith: 0) { sum, value in
      _ = own.value?.data
      own.value?.removeAll()
      return sum + value
    }
    live.data = 2
    #expect(own.value?.data == 3)
    own.value = nil
  }
}
