import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

/// Live data and events on many threads at once.
@Suite(.timeLimit(.minutes(15))) struct LiveDataConcurrencyTests {

  @Test func `concurrent sets are each delivered once and the last is stored`() {
    for _ in 0..<50 {
      let live = LiveData(data: -1)
      let first = Recorder<Int>()
      let second = Recorder<Int>()
      live.observeForever { first.record($0) }
      live.observeForever { second.record($0) }
      DispatchQueue.concurrentPerform(iterations: 50) { live.data = $0 }
      #expect(first.values.sorted() == Array(0..<50))
      #expect(first.values == second.values)
      #expect(first.values.last == live.data)
    }
  }

  @Test func `concurrent modifications lose nothing`() {
    let live = LiveData(data: 0)
    let received = Recorder<Int>()
    live.observeForever { received.record($0) }
    DispatchQueue.concurrentPerform(iterations: 50) { _ in
      for _ in 0..<100 { live.modify { $0 += 1 } }
    }
    #expect(live.data == 5_000)
    #expect(received.values == Array(1...5_000))
  }

  @Test func `subscribers that come meanwhile miss nothing and end on the last value`() {
    for _ in 0..<50 {
      let live = LiveData(data: 0)
      let recorders = Shared<[Recorder<Int>]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        if index.isMultiple(of: 2) {
          for _ in 0..<50 { live.modify { $0 += 1 } }
        } else {
          let recorder = Recorder(live)
          recorders.change { $0.append(recorder) }
        }
      }
      for recorder in recorders.value {
        let values = recorder.values
        #expect(values.last == 200)
        #expect(values == Array((values.first ?? 0)...200))
      }
    }
  }

  @Test func `derived live data end on the last value whenever an observer subscribes`() {
    for _ in 0..<100 {
      let left = LiveData(data: 0)
      let right = LiveData(data: 0)
      let sum = left.combineLatest(right).map { $0.0 + $0.1 }
      let recorders = Shared<[Recorder<Int>]>([])
      let distinct = Shared<[Recorder<Int>]>([])
      DispatchQueue.concurrentPerform(iterations: 6) { index in
        switch index % 3 {
        case 0: for value in 1...20 { left.data = value }
        case 1: for value in 1...20 { right.data = value }
        default:
          let recorder = Recorder(sum)
          recorders.change { $0.append(recorder) }
          let other = Recorder(left.combineLatest(right).map(\.1).removeDuplicates())
          distinct.change { $0.append(other) }
        }
      }
      left.data = 20
      right.data = 20
      #expect(recorders.value.map(\.values.last) == [40, 40])
      #expect(distinct.value.map(\.values.last) == [20, 20])
      for recorder in distinct.value {
        #expect(zip(recorder.values, recorder.values.dropFirst()).allSatisfy { $0 != $1 })
      }
    }
  }

  @Test func `derived live data without a final set end on the last value`() {
    for round in 0..<300 {
      let left = LiveData(data: 0)
      let right = LiveData(data: 0)
      let pair = left.combineLatest(right).map { [$0.0, $0.1] }
      let early = Recorder(pair)
      let late = Shared<Recorder<[Int]>?>(nil)
      DispatchQueue.concurrentPerform(iterations: 3) { index in
        switch index {
        case 0: for value in 1...3 { left.data = value }
        case 1: for value in 1...3 { right.data = value }
        default: late.value = Recorder(round.isMultiple(of: 2) ? pair : pair.removeDuplicates())
        }
      }
      #expect(early.values.last == [3, 3])
      #expect(late.value?.values.last == [3, 3])
    }
  }

  @Test func `observers come and go while others set`() {
    let live = LiveData(data: 0)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for value in 0..<200 {
        if index < 2 { live.data = value }
        let owner = Owner()
        let observer = live.observe(owner: owner) { _ in }
        live.map { $0 + 1 }.observe(owner: owner) { _ in }
        if value.isMultiple(of: 2) { live.remove(observer: observer) }
      }
    }
    let received = Recorder(live)
    live.data = 7
    #expect(received.values.last == 7)
  }

  @Test func `a callback may wait for another thread that uses the same object`() {
    let live = LiveData(data: 0)
    let received = Recorder<Int>()
    live.observeForever { value in
      received.record(value)
      guard value == 1 else { return }
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        live.data = 2
        let observer = live.observeForever { _ in }
        _ = Recorder(live)
        live.remove(observer: observer)
        done.signal()
      }
      done.wait()
    }
    live.data = 1
    #expect(received.values == [1, 2])
  }

  @Test func `a single event notifies every observer once`() {
    for _ in 0..<100 {
      let event = SingleEvent<Int>()
      let counts = Shared([Int](repeating: 0, count: 8))
      DispatchQueue.concurrentPerform(iterations: 12) { index in
        if index < 8 {
          event.observeForever { _ in counts.change { $0[index] += 1 } }
        } else {
          event.trigger(index)
        }
      }
      #expect(counts.value == [Int](repeating: 1, count: 8))
    }
  }

}
