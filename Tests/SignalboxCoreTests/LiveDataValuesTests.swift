import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct LiveDataValuesTests {
  private let live = LiveData(data: 0)

  @Test func `iteration starts with the present value`() async {
    var iterator = live.values.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    live.data = 1
    #expect(await iterator.next() == 1)
  }

  @Test func `a slow iterator skips to the latest`() async {
    var iterator = live.values.makeAsyncIterator()
    live.data = 1
    live.data = 2
    #expect(await iterator.next() == 2)
  }

  @Test func `each iterator has its own buffer`() async {
    let values = live.values
    var first = values.makeAsyncIterator()
    var second = values.makeAsyncIterator()
    #expect(await first.next() == 0)
    live.data = 1
    #expect(await first.next() == 1)
    #expect(await second.next() == 1)
  }

  @Test func `a waiting iterator is woken by a change`() async {
    let scheduler = TestScheduler()
    let received = Recorder<Int>()
    let task = Task(executorPreference: scheduler) { [live] in
      for await value in live.values {
        received.record(value)
        if value == 2 { break }
      }
    }
    scheduler.advance()
    live.data = 1
    scheduler.advance()
    live.data = 2
    scheduler.advance()
    await task.value
    #expect(received.values == [0, 1, 2])
  }

  @Test func `an iteration ends when the object is released`() async {
    var live: LiveData<Int>? = LiveData(data: 1)
    var iterator = live?.values.makeAsyncIterator()
    live = nil
    #expect(await iterator?.next() == 1)
    #expect(await iterator?.next() == .some(nil))
  }

  @Test func `a waiting iteration ends when the object is released`() async {
    let scheduler = TestScheduler()
    let live = Shared<LiveData<Int>?>(LiveData(data: 1))
    let received = Recorder<Int>()
    let task = Task(executorPreference: scheduler) { [values = live.value?.values] in
      guard let values else { return }
      for await value in values { received.record(value) }
    }
    scheduler.advance()
    live.value = nil
    scheduler.advance()
    await task.value
    #expect(received.values == [1])
  }

  @Test func `the sequence does not keep the object alive`() async {
    var live: LiveData<Int>? = LiveData(data: 1)
    let values = live?.values
    live = nil
    var iterator = values?.makeAsyncIterator()
    #expect(await iterator?.next() == .some(nil))
  }

  @Test func `cancelling the task ends the iteration`() async {
    let scheduler = TestScheduler()
    let received = Recorder<Int>()
    let task = Task(executorPreference: scheduler) { [live] in
      for await value in live.values { received.record(value) }
    }
    scheduler.advance()
    task.cancel()
    scheduler.advance()
    await task.value
    live.data = 1
    #expect(received.values == [0])
  }

  @Test func `iteration over live data derived on the fly`() async {
    var iterator = live.map { $0 * 10 }.removeDuplicates().values.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    live.data = 0
    live.data = 3
    #expect(await iterator.next() == 30)
  }

  @Test func `iteration over derived live data ends with its root`() async {
    var live: LiveData<Int>? = LiveData(data: 1)
    var iterator = live?.map { $0 + 1 }.values.makeAsyncIterator()
    live = nil
    #expect(await iterator?.next() == 2)
    #expect(await iterator?.next() == .some(nil))
  }

  @Test func `a dropped iterator is released`() {
    weak var captured: Shared<Int>?
    let live = LiveData<Shared<Int>?>(data: nil)
    do {
      let value = Shared(1)
      captured = value
      let iterator = live.values.makeAsyncIterator()
      live.data = value
      live.data = nil
      withExtendedLifetime(iterator) {}
    }
    #expect(captured == nil)
  }
}
