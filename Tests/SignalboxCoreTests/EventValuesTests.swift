import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct EventValuesTests {
  private let event = FutureEvent<Int>()

  private func next(_ count: Int, of iterator: inout EventValues<Int>.Iterator) async -> [Int?] {
    var values: [Int?] = []
    for _ in 0..<count { values.append(await iterator.next()) }
    return values
  }

  @Test func `one thousand and one triggers are one thousand and one values`() async {
    var iterator = event.values.makeAsyncIterator()
    for number in 0...1_000 { event.trigger(number) }
    #expect(await next(1_001, of: &iterator) == Array(0...1_000))
    #expect(iterator.droppedCount == 0)
  }

  @Test func `of more than 1024 the oldest are dropped and counted`() async {
    var iterator = event.values.makeAsyncIterator()
    for number in 1...1_030 { event.trigger(number) }
    #expect(iterator.droppedCount == 6)
    #expect(await next(1_024, of: &iterator) == Array(7...1_030))
  }

  @Test(arguments: [
    (EventBuffering.newest(2), [4, 5]), (.oldest(2), [1, 2]), (.latest, [5]), (.unbounded, [1, 2, 3, 4, 5]),
  ])
  func `the policy decides what is kept`(policy: EventBuffering, kept: [Int]) async {
    var iterator = event.values(buffering: policy).makeAsyncIterator()
    for number in 1...5 { event.trigger(number) }
    #expect(await next(kept.count, of: &iterator) == kept)
    #expect(iterator.droppedCount == 5 - kept.count)
    event.trigger(6)
    #expect(await iterator.next() == 6)
  }

  @Test(arguments: [EventBuffering.newest(0), .oldest(0), .newest(-1), .oldest(-1)])
  func `without a buffer only a waiting iterator receives a trigger`(policy: EventBuffering) async {
    let scheduler = TestScheduler()
    let received = Recorder<Int>()
    let dropped = Recorder<Int>()
    let task = Task(executorPreference: scheduler) { [event] in
      var iterator = event.values(buffering: policy).makeAsyncIterator()
      for _ in 0..<2 { if let value = await iterator.next() { received.record(value) } }
      dropped.record(iterator.droppedCount)
    }
    scheduler.advance()
    event.trigger(1)
    event.trigger(2)
    scheduler.advance()
    event.trigger(3)
    scheduler.advance()
    await task.value
    #expect(received.values == [1, 3])
    #expect(dropped.values == [1])
  }

  @Test func `five thousand triggers are kept without a bound`() async {
    var iterator = event.values(buffering: .unbounded).makeAsyncIterator()
    for number in 0..<5_000 { event.trigger(number) }
    #expect(await next(5_000, of: &iterator) == Array(0..<5_000))
  }

  @Test func `triggers of many threads are each delivered once`() async {
    let values = event.values
    var iterator = values.makeAsyncIterator()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<10 {
        group.addTask { [event] in for number in 0..<100 { event.trigger(thread * 100 + number) } }
      }
    }
    #expect(Set(await next(1_000, of: &iterator)) == Set((0..<1_000).map(Optional.some)))
  }

  @Test func `cancelling the task ends the iteration, and what has waited is not delivered`() async {
    let scheduler = TestScheduler()
    let received = Recorder<Int>()
    let task = Task(executorPreference: scheduler) { [event] in
      for await value in event.values {
        received.record(value)
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    scheduler.advance()
    event.trigger(1)
    event.trigger(2)
    scheduler.advance()
    await task.value
    #expect(received.values == [1])
  }

  @Test func `a single event is delivered to a late iterator`() async {
    let event = SingleEvent<Int>()
    event.trigger(1)
    var iterator = event.values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
  }

  @Test func `the elements of an action are all delivered`() async {
    let count = Action<Int, Int> { count in (1...count).publisher }
    var iterator = count.elements.values.makeAsyncIterator()
    count.execute(1_000)
    #expect(await next(1_000, of: &iterator) == Array(1...1_000))
  }
}
