#if Tracing
import InMemoryTracing
import SignalboxTesting
import SignalboxTracing
import Testing
import Tracing

@Suite(.timeLimit(.minutes(15))) struct TrackSpansTests {
  private let scheduler = TestScheduler()
  private let tracer = InMemoryTracer()

  /// An action with a span for each execution, which takes two seconds.
  private func slowAction(_ policy: WhileExecuting = .reject, _ onCancel: OnCancel = .endImmediately)
    -> Action<Int, Int>
  {
    Action(whileExecuting: policy, onCancel: onCancel, executor: scheduler) { [scheduler, tracer] input in
      try await tracer.track("work \(input)") { span in
        span.attributes["input"] = input
        try await scheduler.sleep(for: .seconds(2))
        if input < 0 { throw Offline() }
        return input
      }
    }
  }

  @Test func `each execution has a span, from the start to the end of its work`() {
    let action = slowAction()
    action.execute(1)
    scheduler.advance(by: .seconds(1))
    #expect(tracer.activeSpans.map(\.operationName) == ["work 1"])
    scheduler.advance(by: .seconds(1))
    action.execute(2)
    scheduler.advance(by: .seconds(2))
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.lines == ["work 1", "work 2"])
    #expect(tracer.span("work 2")?.attributes.get("input") == .int64(2))
  }

  @Test func `a failure is recorded and sets the status`() {
    let action = slowAction()
    let failures = Recorder(action.underlyingErrors)
    action.execute(-1)
    scheduler.advance(by: .seconds(2))
    #expect(tracer.lines == ["work -1 Offline() error"])
    #expect(failures.values.first is Offline)
  }

  @Test func `a cancellation is marked and is no error`() {
    let action = slowAction()
    action.execute(1)
    scheduler.advance(by: .seconds(1))
    action.cancel()
    scheduler.advance()
    #expect(tracer.lines == ["work 1 cancelled"])
  }

  @Test func `what is thrown while the task is cancelled is no error`() {
    let action = VoidAction(executor: scheduler) { [scheduler, tracer] in
      try await tracer.track("work") { _ in
        do { try await scheduler.sleep(for: .seconds(2)) } catch { throw Offline() }
      }
    }
    action.execute()
    scheduler.advance(by: .seconds(1))
    action.cancel()
    scheduler.advance()
    #expect(tracer.lines == ["work cancelled"])
  }

  @Test func `for the error of an action the failure inside is recorded`() async {
    let inner = VoidAction { throw Offline() }
    await #expect(throws: ActionError.self) {
      try await tracer.track("outer") { _ in try await inner.execute().finished() }
    }
    // The description of the error around it would be the same.
    #expect(tracer.span("outer")?.errors.first?.error is Offline)
    #expect(tracer.lines == ["outer Offline() error"])
  }

  @Test func `a refused execution has no span`() {
    let action = slowAction()
    action.execute(1)
    action.execute(2)
    scheduler.advance(by: .seconds(5))
    #expect(tracer.lines == ["work 1"])
  }

  @Test func `the span of an execution is the child of the span in which it was requested`() throws {
    let action = slowAction(.queue())
    tracer.withSpan("first request") { _ in _ = action.execute(1) }
    tracer.withSpan("second request") { _ in _ = action.execute(2) }
    action.execute(3)
    scheduler.advance(by: .seconds(10))
    let (first, second) = (tracer.span("first request"), tracer.span("second request"))
    #expect(try #require(tracer.span("work 1")).parentSpanID == first?.spanID)
    // It has waited, and has started at the end of another execution.
    #expect(try #require(tracer.span("work 2")).parentSpanID == second?.spanID)
    #expect(try #require(tracer.span("work 3")).parentSpanID == nil)
  }

  @Test func `an action that the work executes has a child span`() throws {
    let inner = Action<Int, Int>(executor: scheduler) { [tracer] input in
      await tracer.track("inner") { _ in input }
    }
    let outer = Action<Int, Int>(executor: scheduler) { [tracer] input in
      try await tracer.track("outer") { _ in try await inner.execute(input).value }
    }
    outer.execute(1)
    scheduler.advance()
    #expect(try #require(tracer.span("inner")).parentSpanID == tracer.span("outer")?.spanID)
    #expect(tracer.lines == ["inner", "outer"])
  }

  @Test func `a given context and kind are used`() async throws {
    let parent = tracer.startSpan("parent")
    await tracer.track("child", kind: .client, context: parent.context) { _ in }
    parent.end()
    let child = try #require(tracer.span("child"))
    #expect(child.parentSpanID == parent.spanID)
    #expect(child.kind == .client)
  }

  @Test func `the context is that of the span only in the operation`() async {
    let inside = await tracer.track("work") { span in
      InstrumentationContext.current?.inMemorySpanContext == span.spanContext
    }
    #expect(inside)
    #expect(InstrumentationContext.current == nil)
  }

  @Test func `the type of the error remains`() async {
    func work() async throws(Offline) { throw Offline() }
    do {
      try await tracer.track("work") { _ async throws(Offline) in try await work() }
    } catch {
      let offline: Offline = error
      #expect(type(of: offline) == Offline.self)
    }
  }

  @MainActor @Test func `the operation runs on the actor of its caller`() async {
    var count = 0
    await tracer.track("work") { _ in count += 1 }
    #expect(count == 1)
  }

  @Test func `the span of a released action ends with its work`() {
    var action: Action<Int, Int>? = slowAction()
    action?.execute(1)
    scheduler.advance(by: .seconds(1))
    action = nil
    scheduler.advance()
    #expect(tracer.lines == ["work 1 cancelled"])
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func `five thousand executions of many threads have one span each`() async {
    let action = Action<Int, Int>(whileExecuting: .concurrent()) { [tracer] input in
      try await tracer.track("work \(input)") { _ in
        if input % 5 == 0 { throw Offline() }
        return input
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask { [tracer] in
          await tracer.withSpan("thread \(thread)") { _ in
            for index in 0..<1_250 { try? await action.execute(thread * 1_250 + index).finished() }
          }
        }
      }
    }
    let spans = tracer.finishedSpans.filter { $0.operationName.hasPrefix("work") }
    #expect(Set(spans.map(\.operationName)).count == 5_000)
    #expect(spans.count == 5_000)
    #expect(spans.count(where: { $0.errors.count == 1 }) == 1_000)
    #expect(Set(spans.map(\.parentSpanID)).count == 4)
  }

  // MARK: Activities

  @Test func `an activity and a span are tracked together`() async throws {
    let indicator = ActivityIndicator<String>(defaultAssociatedValue: "Working", scheduler: scheduler)
    let shown = Recorder(indicator.state.map { $0.associatedValue ?? "idle" })
    let result = await indicator.track(span: "fetch", by: tracer) { activity in
      activity.update("Reading")
      return tracer.activeSpans.map(\.operationName)
    }
    #expect(result == ["fetch"])
    await #expect(throws: Offline.self) {
      try await indicator.track(span: "parse", by: tracer, associatedValue: "Parsing") { _ in throw Offline()
      }
    }
    #expect(tracer.lines == ["fetch", "parse Offline() error"])
    #expect(shown.values == ["idle", "Working", "Reading", "idle", "Parsing", "idle"])
  }

  @Test func `the tracer of the task is used if none is given`() async {
    let indicator = ActivityIndicator<String>(scheduler: scheduler)
    await withTracer(tracer) { await indicator.track(span: "fetch") { _ in } }
    #expect(tracer.lines == ["fetch"])
  }
}
#endif
