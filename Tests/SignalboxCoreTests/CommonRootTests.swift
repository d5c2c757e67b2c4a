import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

/// Live data that is combined with live data derived from the same root.
@Suite(.timeLimit(.minutes(15))) struct CommonRootTests {
  private struct Point: Sendable, Equatable {
    var x = 0
    var y = 0
  }

  private let live = LiveData(data: 1)

  @Test func `each change of the root is told once, and no pair that never was`() {
    let received = Recorder(live.combineLatest(live.map { $0 * 10 }).map { [$0.0, $0.1] })
    live.data = 2
    live.data = 2
    live.data = 3
    #expect(received.values == [[1, 10], [2, 20], [2, 20], [3, 30]])
  }

  @Test func `an observer hears each change of the root once`() {
    let received = Recorder<[Int]>()
    live.map { $0 + 1 }.combineLatest(live.map { $0 - 1 }).observeForever { received.record([$0.0, $0.1]) }
    live.data = 2
    live.data = 3
    #expect(received.values == [[3, 1], [4, 2]])
  }

  @Test func `a side that removes repetitions is not waited for`() {
    let received = Recorder(live.combineLatest(live.map { $0 / 10 }.removeDuplicates()).map { [$0.0, $0.1] })
    live.data = 2
    live.data = 12
    #expect(received.values == [[1, 0], [2, 0], [12, 1]])
  }

  @Test func `a change that repeats on both sides is not told`() {
    let point = LiveData(data: Point())
    let received = Recorder<[Int]>()
    point.map(\.x).removeDuplicates().combineLatest(point.map(\.y).removeDuplicates())
      .observeForever { received.record([$0.0, $0.1]) }
    point.data = Point(x: 1, y: 0)
    point.data = Point(x: 1, y: 0)
    point.data = Point(x: 1, y: 2)
    point.data = Point(x: 3, y: 4)
    #expect(received.values == [[1, 0], [1, 2], [3, 4]])
  }

  @Test func `repetitions are compared with the last value that was not one`() {
    let near = live.removeDuplicates { abs($0 - $1) < 10 }
    let received = Recorder<[Int]>()
    near.combineLatest(near.map { -$0 }).observeForever { received.record([$0.0, $0.1]) }
    for value in [8, 16, 20, 27] { live.data = value }
    #expect(received.values == [[16, -16], [27, -27]])
  }

  @Test func `other live data tells each of its changes`() {
    let other = LiveData(data: 0)
    let received = Recorder(
      live.combineLatest(other, live.map { $0 * 10 }).map { [$0.0, $0.1, $0.2] })
    live.data = 2
    other.data = 5
    live.data = 3
    #expect(received.values == [[1, 0, 10], [2, 0, 20], [2, 5, 20], [3, 5, 30]])
  }

  @Test func `roots are found behind several combinations`() {
    let other = LiveData(data: 0)
    let left = live.combineLatest(other).map { $0.0 + $0.1 }.removeDuplicates()
    let right = live.map { $0 * 10 }.combineLatest(other.map { $0 * 100 }).map { $0.0 + $0.1 }
    let received = Recorder(left.combineLatest(right, live).map { [$0.0, $0.1, $0.2] })
    live.data = 2
    other.data = 3
    #expect(received.values == [[1, 10, 1], [2, 20, 2], [5, 320, 2]])
  }

  @Test func `four sides and an array`() {
    let sides = [1, 2, 3, 4].map { factor in live.map { $0 * factor } }
    let four = Recorder(
      sides[0].combineLatest(sides[1], sides[2], sides[3]).map { [$0.0, $0.1, $0.2, $0.3] })
    let list = Recorder(sides.combineLatest())
    live.data = 2
    #expect(four.values == [[1, 2, 3, 4], [2, 4, 6, 8]])
    #expect(list.values == four.values)
  }

  @Test func `live data combined with itself tells each change once`() {
    let received = Recorder(live.combineLatest(live).map { [$0.0, $0.1] })
    live.data = 2
    #expect(received.values == [[1, 1], [2, 2]])
  }

  @Test func `the read only face of live data is the same root`() {
    let received = Recorder(live.combineLatest(live.readOnly.map { -$0 }).map { $0.0 + $0.1 })
    live.data = 2
    #expect(received.values == [0, 0])
  }

  @Test func `live data that stores its value is a root of its own`() {
    let sum = live.scan(startingWith: 0) { $0 + $1 }
    let received = Recorder(live.combineLatest(sum).map { [$0.0, $0.1] })
    live.data = 2
    // Both roots tell their change, and the scan was there first.
    #expect(received.values == [[1, 1], [1, 3], [2, 3]])
  }

  @Test func `a scan that keeps the value, too, tells each change once`() {
    let sum = live.scan(startingWith: (value: 0, sum: 0)) { (value: $1, sum: $0.sum + $1) }
    let received = Recorder(sum.map { [$0.value, $0.sum] })
    live.data = 2
    live.data = 4
    #expect(received.values == [[1, 1], [2, 3], [4, 7]])
  }

  @Test func `the value is read from one value of the root`() {
    let both = live.combineLatest(live.map { -$0 }).map { $0.0 + $0.1 }
    #expect(both.data == 0)
    let isWriting = Shared(true)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        for value in 1...10_000 { live.data = value }
        isWriting.value = false
      } else {
        while isWriting.value { #expect(both.data == 0) }
      }
    }
  }

  @Test func `fifty sets of many threads are fifty pairs`() {
    for _ in 0..<50 {
      let live = LiveData(data: -1)
      let received = Recorder<[Int]>()
      live.map { $0 * 2 }.combineLatest(live).observeForever { received.record([$0.0, $0.1]) }
      DispatchQueue.concurrentPerform(iterations: 50) { live.data = $0 }
      #expect(received.values.map { $0[1] }.sorted() == Array(0..<50))
      #expect(received.values.allSatisfy { $0[0] == 2 * $0[1] })
      #expect(received.values.last?[1] == live.data)
    }
  }

  @Test func `each transform runs once for a change, also where the paths part behind it`() {
    let calls = Shared(0)
    let parsed = live.map { value in
      calls.change { $0 += 1 }
      return value
    }
    let received = Recorder<Int>()
    parsed.map { $0 + 1 }.combineLatest(parsed.map { $0 - 1 }).observeForever { received.record($0.0 - $0.1) }
    calls.value = 0
    live.data = 2
    live.data = 3
    #expect(received.values == [2, 2])
    #expect(calls.value == 2)
  }

  @Test func `a transform behind another root does not run for a change`() {
    let other = LiveData(data: 0)
    let calls = Shared(0)
    let costly = other.map { value in
      calls.change { $0 += 1 }
      return value
    }
    let received = Recorder<Int>()
    live.combineLatest(costly, live.map { $0 }).observeForever { received.record($0.0 + $0.1 + $0.2) }
    live.data = 2
    calls.value = 0
    live.data = 3
    #expect(received.values == [4, 6])
    #expect(calls.value == 0)
  }

  @Test func `observing after the last removal starts over`() {
    let both = live.removeDuplicates().combineLatest(live.map { $0 })
    let received = Recorder<Int>()
    let observer = both.map(\.0).removeDuplicates().observeForever { received.record($0) }
    live.data = 2
    both.removeAll()
    live.data = 3
    let again = Recorder(both.map { $0.0 + $0.1 })
    live.data = 4
    #expect(again.values == [6, 8])
    withExtendedLifetime(observer) {}
  }

  @Test func `a setter in an observer is told after the present change`() {
    let received = Recorder<[Int]>()
    let both = live.combineLatest(live.map { -$0 })
    both.observeForever { [live] in if $0.0 < 4 { live.data = $0.0 + 1 } }
    both.observeForever { received.record([$0.0, $0.1]) }
    live.data = 2
    #expect(received.values == [[2, -2], [3, -3], [4, -4]])
  }

  @Test func `the root is retained by what is combined, and not by its observers`() {
    var live: LiveData<Int>? = LiveData(data: 1)
    weak let weakLive = live
    var both = live.map { $0.map { $0 + 1 }.combineLatest($0.map { $0 - 1 }) }
    let received = Recorder<Int>()
    both?.observeForever { received.record($0.0) }
    live?.data = 2
    live = nil
    #expect(weakLive == nil)
    #expect(both.map { $0.data == (3, 1) } == true)
    both = nil
    #expect(received.values == [3])
  }
}
