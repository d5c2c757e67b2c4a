import AsyncAlgorithms
import SignalboxCore
import SignalboxTesting
import Testing

/// The sequences of the library with the algorithms of swift-async-algorithms, which run tasks of their own.
///
/// Their tasks are not on the executor of virtual time, so the tests wait for what they do.
@Suite(.timeLimit(.minutes(15))) struct AsyncAlgorithmsTests {
  private let scheduler = TestScheduler()

  // MARK: Time

  @Test func `live data can be debounced in virtual time`() async {
    let word = LiveData(data: "")
    let taken = Recorder<String>()
    let words = word.values.map { value in
      taken.record(value)
      return value
    }
    let searched = Collector(words.debounce(for: .seconds(1), clock: scheduler))
    await wait {
      scheduler.advance(by: .milliseconds(1))
      return searched.values == [""]
    }
    for typed in ["s", "si", "sig"] {
      word.data = typed
      await wait { taken.values.last == typed }
    }
    // In small steps, because an element may still be on its way to the timer.
    let start = scheduler.elapsed
    await wait {
      scheduler.advance(by: .milliseconds(1))
      return searched.values.count == 2
    }
    #expect(searched.values == ["", "sig"])
    #expect(scheduler.elapsed - start >= .seconds(1))
  }

  @Test func `the timer of a sequence executes an action in virtual time`() async {
    let ticks = LiveData(data: 0)
    let action = VoidAction { ticks.modify { $0 += 1 } }
    let timer = Task { [scheduler] in
      for await _ in AsyncTimerSequence(interval: .seconds(1), clock: scheduler) { action.execute() }
    }
    for count in 1...3 {
      await wait { scheduler.pendingCount == 1 }
      scheduler.advance(by: .seconds(1))
      // The work counts before its execution has ended, and until then the next one would be refused.
      await wait { ticks.data == count && !action.state.data.executing }
    }
    timer.cancel()
    await timer.value
    #expect(scheduler.elapsed == .seconds(3))
  }

  // MARK: Several sources

  @Test func `events and live data can be merged`() async {
    let event = FutureEvent<Int>()
    let events = Announcing(event.values)
    let live = LiveData(data: 0)
    let merged = Collector(merge(events, live.values))
    await wait { merged.values == [0] && events.hasIterator }
    for number in 1...100 {
      event.trigger(number)
      await wait { merged.values.count == number + 1 }
    }
    live.data = -1
    await wait { merged.values.count == 102 }
    #expect(merged.values == Array(0...100) + [-1])
  }

  @Test func `live data can be combined with the elements of an action`() async {
    let unit = LiveData(data: "km")
    let measure = Action<Int, Int> { Just($0) }
    let elements = Announcing(measure.elements.values)
    let shown = Collector(combineLatest(elements, unit.values).map { "\($0) \($1)" })
    await wait { elements.hasIterator }
    measure.execute(5)
    await wait { shown.values == ["5 km"] }
    unit.data = "mi"
    await wait { shown.values.last == "5 mi" }
    measure.execute(6)
    await wait { shown.values.last == "6 mi" }
  }

  @Test func `the elements of two executions can be zipped`() async throws {
    let count = Action<Int, Int>(whileExecuting: .concurrent()) { (1...$0).publisher }
    let pairs = Collector(zip(count.execute(3).values, count.execute(2).values).map { "\($0)\($1)" })
    await wait { pairs.hasEnded }
    #expect(pairs.values == ["11", "22"])
    #expect(pairs.error == nil)
  }

  @Test func `the elements of executions can be chained`() async {
    let count = Action<Int, Int>(whileExecuting: .concurrent()) { (1...$0).publisher }
    let all = Collector(chain(count.execute(2).values, count.execute(3).values))
    await wait { all.hasEnded }
    #expect(all.values == [1, 2, 1, 2, 3])
  }

  // MARK: Errors and ends

  @Test func `the error of an execution passes through a merge`() async {
    let failing = Action<Void, Int> { Fail<Int, Offline>(error: Offline()) }
    let event = FutureEvent<Int>()
    let merged = Collector(merge(failing.execute().values, event.values))
    await wait { merged.hasEnded }
    #expect("\(merged.error, default: "nil")" == "\(ActionError.underlying(Offline()))")
  }

  @Test func `a combination ends when the object of each sequence is released`() async throws {
    var event: FutureEvent<Int>? = FutureEvent()
    var live: LiveData<Int>? = LiveData(data: 1)
    let events = Announcing(try #require(event).values)
    let merged = Collector(merge(events, try #require(live).values))
    await wait { merged.values == [1] && events.hasIterator }
    event?.trigger(2)
    event = nil
    #expect(!merged.hasEnded)
    live = nil
    await wait { merged.hasEnded }
    #expect(merged.values == [1, 2])
    #expect(merged.error == nil)
  }

  @Test func `cancelling a combination ends the iterations of its sources`() async {
    let event = FutureEvent<Int>()
    let events = Announcing(event.values)
    let live = LiveData(data: 1)
    let combined = Collector(combineLatest(events, live.values).map { $0 + $1 })
    await wait { events.hasIterator }
    event.trigger(1)
    await wait { combined.values == [2] }
    combined.cancel()
    await wait { combined.hasEnded }
    #expect(combined.values == [2])
  }

  // MARK: One source

  @Test func `duplicates can be removed from live data`() async {
    let live = LiveData(data: 1)
    let changes = Collector(live.values.removeDuplicates())
    await wait { changes.values == [1] }
    live.data = 1
    live.data = 1
    live.data = 2
    await wait { changes.values.last == 2 }
    #expect(changes.values == [1, 2])
  }

  @Test func `optional live data can be compacted`() async {
    let live = LiveData<Int?>(data: nil)
    let values = Collector(live.values.compacted())
    live.data = 1
    await wait { values.values == [1] }
    live.data = nil
    live.data = 2
    await wait { values.values.last == 2 }
    #expect(values.values == [1, 2])
  }

  @Test func `the elements of an execution come in chunks`() async {
    let count = Action<Int, Int> { (1...$0).publisher }
    let chunks = Collector(count.execute(5_000).values.chunks(ofCount: 1_000))
    await wait { chunks.hasEnded }
    #expect(chunks.values.map(\.count) == [1_000, 1_000, 1_000, 1_000, 1_000])
    #expect(chunks.values.flatMap { $0 } == Array(1...5_000))
  }

  @Test func `events come in chunks that a timer ends`() async {
    let event = FutureEvent<Int>()
    let events = Announcing(event.values)
    let ticks = FutureEvent<Void>()
    let tickEvents = Announcing(ticks.values)
    let chunks = Collector(events.chunked(by: tickEvents))
    await wait { events.hasIterator && tickEvents.hasIterator }
    for number in 1...3 { event.trigger(number) }
    // The chunk is ended again and again, because the elements may still be on their way.
    await wait {
      ticks.trigger()
      return chunks.values.flatMap { $0 }.count == 3
    }
    #expect(chunks.values.flatMap { $0 } == [1, 2, 3])
  }

  // MARK: Channels

  @Test func `a channel is the work of an action`() async throws {
    let channel = AsyncChannel<Int>()
    let action = Action<Void, Int> { channel }
    let elements = Recorder(action.elements)
    let execution = action.execute()
    for number in 1...3 { await channel.send(number) }
    channel.finish()
    #expect(try await execution.value == 3)
    #expect(elements.values == [1, 2, 3])
  }

  @Test func `the error of a channel is that of the execution`() async {
    let channel = AsyncThrowingChannel<Int, any Error>()
    let action = Action<Void, Int> { channel }
    let execution = action.execute()
    channel.fail(Offline())
    let error = await #expect(throws: ActionError.self) { try await execution.finished() }
    #expect("\(error, default: "nil")" == "\(ActionError.underlying(Offline()))")
  }

  @Test func `a channel passes on the values of live data without losing the last`() async {
    let live = LiveData(data: 0)
    let channel = AsyncChannel<Int>()
    let sender = Task {
      for await value in live.values { await channel.send(value) }
    }
    let received = Collector(channel)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<1_250 { live.modify { $0 += 1 } } }
      }
    }
    await wait { received.values.last == 5_000 }
    #expect(received.values == received.values.sorted())
    sender.cancel()
  }

  // MARK: Trackers

  @Test func `a composed sequence can be tracked`() async throws {
    let activity = ActivityIndicator<String>(scheduler: scheduler)
    let errors = ErrorTracker(scheduler: scheduler)
    let shown = Recorder(activity.state.map { $0.associatedValue ?? "idle" })
    let failing = Action<Void, Int> { Fail<Int, Offline>(error: Offline()) }
    let sequence = chain([1, 2].async, [3].async).chunks(ofCount: 2)
      .trackActivity(in: activity, associatedValue: "Reading")
    for await chunk in sequence { #expect(!chunk.isEmpty) }
    #expect(shown.values == ["idle", "Reading", "idle"])
    let merged = merge(failing.execute().values, [1].async).trackError(errors)
    await #expect(throws: ActionError.self) { for try await _ in merged {} }
    #expect(errors.current.data is Offline)
  }
}
