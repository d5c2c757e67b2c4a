import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ActivitySequenceTests {
  private let indicator = ActivityIndicator(defaultAssociatedValue: "default")

  private var shown: Recorder<String?> {
    Recorder(indicator.state.map { $0.loading ? $0.associatedValue ?? "nil" : nil })
  }

  @Test func `an iteration is an activity until its end`() async {
    let shown = shown
    let numbers = AsyncStream { continuation in
      for number in 1...2 { continuation.yield(number) }
      continuation.finish()
    }
    var received: [Int] = []
    for await number in numbers.trackActivity(in: indicator, associatedValueProvider: { "p\($0)" }) {
      received.append(number)
    }
    #expect(received == [1, 2])
    #expect(shown.values == [nil, "default", "p1", "p2", nil])
  }

  @Test func `an iteration that fails ends its activity`() async {
    let shown = shown
    let numbers = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure("broken")) }
    await #expect(throws: Failure("broken")) {
      for try await _ in numbers.trackActivity(in: indicator, associatedValue: nil) {}
    }
    #expect(shown.values == [nil, "nil", nil])
  }

  @Test func `a dropped iterator ends its activity`() async {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.yield(1)
    for await _ in numbers.trackActivity(in: indicator) {
      #expect(indicator.state.data.loading)
      break
    }
    #expect(!indicator.state.data.loading)
  }

  @Test func `tracking only until the first element`() async {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.yield(1)
    var iterator = numbers.trackActivity(in: indicator, untilFirstElement: true).makeAsyncIterator()
    #expect(indicator.state.data.loading)
    _ = await iterator.next()
    #expect(!indicator.state.data.loading)
  }

  @Test func `the value of an element is shown just before its consumer receives it`() async {
    let indicator = ActivityIndicator<String>()
    let numbers = AsyncStream { continuation in
      continuation.yield(1)
      continuation.finish()
    }
    for await number in numbers.trackActivity(in: indicator, associatedValueProvider: { "\($0)" }) {
      #expect(indicator.state.data.associatedValue == "\(number)")
    }
    #expect(!indicator.state.data.loading)
  }

  @Test func `activities begin from the inside out`() {
    let (numbers, _) = AsyncStream.makeStream(of: Int.self)
    let iterator = numbers.trackActivity(in: indicator, associatedValue: "inner")
      .trackActivity(in: indicator, initialAssociatedValue: "outer", associatedValueProvider: { "\($0)" })
      .makeAsyncIterator()
    #expect(indicator.activities.data.map(\.value) == ["inner", "outer"])
    withExtendedLifetime(iterator) {}
  }

  @Test func `a cancelled task ends its activity`() async {
    let scheduler = TestScheduler()
    let (numbers, _) = AsyncStream.makeStream(of: Int.self)
    let task = Task(executorPreference: scheduler) { [indicator] in
      for await _ in numbers.trackActivity(in: indicator) {}
    }
    scheduler.advance()
    #expect(indicator.state.data.loading)
    task.cancel()
    scheduler.advance()
    await task.value
    #expect(!indicator.state.data.loading)
  }
}
