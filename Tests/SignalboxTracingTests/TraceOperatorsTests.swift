#if Tracing
import InMemoryTracing
import SignalboxTesting
import SignalboxTracing
import Testing
import Tracing

@Suite(.timeLimit(.minutes(15))) struct TraceOperatorsTests {
  private let scheduler = TestScheduler()
  private let tracer = InMemoryTracer()

  // MARK: Publishers

  @Test func `each subscription is a span, which ends before downstream receives the completion`() {
    let pages = (1...2).publisher.trace("pages", by: tracer)
    let lines = Recorder<[String]>()
    let subscription = pages.sink { [tracer] _ in
      lines.record(tracer.lines)
    } receiveValue: { _ in
    }
    _ = pages.sink { _ in }
    #expect(lines.values == [["pages"]])
    #expect(tracer.lines == ["pages", "pages"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `elements and demand pass through`() {
    let received = Recorder((1...5).publisher.trace("pages", by: tracer).prefix(3))
    #expect(received.values == [1, 2, 3])
    #expect(tracer.finishedSpans.count == 1)
  }

  @Test func `a failure of a publisher is recorded`() {
    let received = Recorder(Fail<Int, Offline>(error: Offline()).trace("pages", by: tracer))
    #expect(tracer.lines == ["pages Offline() error"])
    #expect("\(received.ended, default: "nil")" == "failed(\(String(reflecting: Offline())))")
  }

  @Test func `a failure that is a cancellation is marked`() {
    let failing = Fail<Int, any Error>(error: ActionError.cancelled).trace("pages", by: tracer)
    let received = Recorder(failing)
    #expect(tracer.lines == ["pages cancelled"])
    withExtendedLifetime(received) {}
  }

  @Test func `a cancelled subscription is marked and ends once`() {
    let event = FutureEvent<Int>()
    let subscription = event.trace("pages", by: tracer).sink { _ in }
    #expect(tracer.lines == [])
    subscription.cancel()
    subscription.cancel()
    #expect(tracer.lines == ["pages cancelled"])
    #expect(event.observerCount == 0)
  }

  @Test func `a subscriber that upstream releases without an end is marked as cancelled`() {
    _ = Recorder(Forgetful().trace("pages", by: tracer))
    #expect(tracer.lines == ["pages cancelled"])
  }

  @Test func `the publisher of an execution is a child of the span in which it was requested`() throws {
    let action = Action<Int, Int> { [tracer] input in
      Deferred { [tracer] in
        tracer.startSpan("inside").end()
        return Just(input)
      }.trace("work", by: tracer)
    }
    tracer.withSpan("request") { _ in _ = action.execute(1) }
    let work = try #require(tracer.span("work"))
    #expect(work.parentSpanID == tracer.span("request")?.spanID)
    #expect(tracer.span("inside")?.parentSpanID == work.spanID)
  }

  @Test func `a given context is the parent, for an execution that has waited`() throws {
    let first = SingleEvent<Void>()
    let action = Action<InstrumentationContext?, Void>(whileExecuting: .queue()) { [tracer] context in
      first.first().trace("work", by: tracer, context: context)
    }
    action.execute(.topLevel)
    tracer.withSpan("request") { _ in _ = action.execute(.current) }
    tracer.withSpan("other") { _ in first.trigger() }
    let works = tracer.finishedSpans.filter { $0.operationName == "work" }
    #expect(works.map(\.parentSpanID) == [nil, tracer.span("request")?.spanID])
  }

  // MARK: Sequences

  private func pages(_ count: Int) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      for page in 0..<count { continuation.yield(page) }
      continuation.finish(throwing: count > 2 ? Offline() : nil)
    }
  }

  @Test func `an iteration is a span from its start to its end`() async throws {
    let sequence = pages(2).trace("read", by: tracer)
    #expect(tracer.activeSpans.isEmpty)
    var iterator = sequence.makeAsyncIterator()
    #expect(tracer.activeSpans.count == 1)
    while try await iterator.next() != nil { #expect(tracer.finishedSpans.isEmpty) }
    #expect(tracer.lines == ["read"])
    #expect(try await iterator.next() == nil)
    #expect(tracer.lines == ["read"])
  }

  @Test func `an error of a sequence is recorded`() async {
    await #expect(throws: Offline.self) {
      for try await _ in pages(3).trace("read", by: tracer) {}
    }
    #expect(tracer.lines == ["read Offline() error"])
  }

  @Test func `an iteration that is left ends its span`() async throws {
    for try await _ in pages(2).trace("read", by: tracer) { break }
    #expect(tracer.lines == ["read"])
  }

  @Test func `an iteration that ends by cancellation is marked`() {
    let event = FutureEvent<Int>()
    let action = Action<Void, Int>(executor: scheduler) { [tracer] in event.values.trace("read", by: tracer) }
    let elements = Recorder(action.elements)
    action.execute()
    scheduler.advance()
    event.trigger(1)
    scheduler.advance()
    action.cancel()
    scheduler.advance()
    #expect(elements.values == [1])
    #expect(tracer.lines == ["read cancelled"])
  }

  @Test func `the span is current where the elements are made`() async throws {
    let contexts = AsyncStream<String> { InstrumentationContext.current?.inMemorySpanContext?.spanID }
    for await id in contexts.trace("read", by: tracer) {
      #expect(id == tracer.activeSpans.first?.spanID)
      #expect(InstrumentationContext.current == nil)
      break
    }
    #expect(tracer.lines == ["read"])
  }
}

/// A publisher that releases its subscriber and never ends.
private struct Forgetful: Publisher {
  typealias Output = Int
  typealias Failure = Never

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
}
#endif
