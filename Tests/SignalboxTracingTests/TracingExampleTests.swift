#if Tracing
import InMemoryTracing
import SignalboxTesting
import SignalboxTracing
import Testing
import Tracing

/// The examples in the documentation of this product, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) struct TracingExampleTests {
  private let tracer = InMemoryTracer()

  @Sendable private static func fetch(_ page: Int) async throws -> String { "page \(page)" }

  @Test func `an action`() async throws {
    let tracer = tracer
    let fetch = Self.fetch

    let download = Action<Int, String> { page in
      try await tracer.track("download") { span in
        span.attributes["page"] = page
        return try await fetch(page)
      }
    }

    try await download.execute(1).finished()
    #expect(tracer.span("download")?.attributes.get("page") == .int64(1))
  }

  @Test func `an action with a queue`() async throws {
    struct Store {
      func save(_ name: String) async throws {}
    }
    let tracer = tracer
    let store = Store()

    let save = Action<String, Never>(whileExecuting: .queue()) { name in
      try await tracer.track("save") { span in
        span.attributes["name"] = name
        try await store.save(name)
      }
    }

    try await tracer.withSpan("request") { _ in
      try await save.execute("notes").finished()
    }

    #expect(tracer.span("save")?.parentSpanID == tracer.span("request")?.spanID)
  }

  @Test func `an activity`() async throws {
    let tracer = tracer
    let fetch = Self.fetch

    let indicator = ActivityIndicator<String>()
    let page = try await indicator.track(span: "fetch", by: tracer) { _ in try await fetch(1) }

    #expect(page == "page 1")
    #expect(tracer.lines == ["fetch"])
  }

  @Test func `a publisher`() async throws {
    let tracer = tracer
    let pages: @Sendable (Int) -> Just<String> = { Just("page \($0)") }

    let download = Action<Int, String> { page in
      pages(page).trace("download", by: tracer)
    }

    try await download.execute(1).finished()
    #expect(tracer.lines == ["download"])
  }

  @Test func `a sequence`() async throws {
    let printed = Recorder<Int>()
    let print: (Int) -> Void = { printed.record($0) }
    let pages = (1...2).publisher.values

    for try await page in pages.trace("read", by: tracer) {
      print(page)  // prints 1, 2
    }

    #expect(printed.values == [1, 2])
    #expect(tracer.lines == ["read"])
  }

  @Test func `publishers of an action`() async throws {
    @Sendable func sizes(of name: String) -> Just<Int> { Just(name.count) }
    let tracer = tracer

    let watch = Action<String, Int> { name in
      sizes(of: name).trace("watch", by: tracer)
    }

    let watchInOrder = Action<(name: String, context: InstrumentationContext?), Int>(
      whileExecuting: .queue()
    ) { input in
      sizes(of: input.name).trace("watch", by: tracer, context: input.context)
    }
    watchInOrder.execute(("notes", .current))

    watch.execute("notes")
    #expect(tracer.lines == ["watch", "watch"])
  }

  @Test func `in a test`() {
    let scheduler = TestScheduler()
    let tracer = InMemoryTracer()
    let load = VoidAction(executor: scheduler) {
      try await tracer.track("load") { _ in try await scheduler.sleep(for: .seconds(3)) }
    }

    load.execute()
    scheduler.advance(by: .seconds(3))

    #expect(tracer.finishedSpans.map(\.operationName) == ["load"])
  }
}
#endif
