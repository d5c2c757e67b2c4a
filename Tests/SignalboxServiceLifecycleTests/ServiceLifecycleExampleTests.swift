#if ServiceLifecycle
import Logging
import ServiceLifecycle
import SignalboxServiceLifecycle
import SignalboxTesting
import Testing

/// The examples in the documentation of this product, line for line.
///
/// `DocumentationTests` compares the lines.
@Suite(.timeLimit(.minutes(15))) final class ServiceLifecycleExampleTests {
  private let logger = silence
  private let database = ClosureService { try await gracefulShutdown() }

  @Test func `services of a server`() async throws {
    struct Store {
      func save(_ name: String) async throws {}
    }
    @Sendable func messages(of queue: String) -> AsyncStream<String> {
      // It does not end, as a queue of messages does not.
      AsyncStream { continuation in for message in ["a", "b"] { continuation.yield(message) } }
    }
    let store = Store()

    let save = Action<String, Never>(whileExecuting: .queue()) { name in
      try await store.save(name)
    }
    let consume = Action<String, Never>(onCancel: .waitForWork) { queue in
      for try await message in messages(of: queue) { save.execute(message) }
    }

    let group = ServiceGroup(
      services: [database, ActionDrain(save), ActionService(consume, input: "orders")], logger: logger)

    let saved = Recorder(save.completions.map { "saved" })
    async let end: Void = group.run()
    await wait(TestScheduler()) { saved.values.count == 2 }
    await group.triggerGracefulShutdown()
    try await end
  }

  @Test func `an action as a service`() async throws {
    @Sendable func consumeMessages(of queue: String) async throws { try await gracefulShutdown() }

    let consume = Action<String, Never>(onCancel: .waitForWork) { queue in
      try await consumeMessages(of: queue)
    }
    let group = ServiceGroup(services: [ActionService(consume, input: "orders")], logger: logger)

    await group.triggerGracefulShutdown()
    try await group.run()
  }

  @Test func `a queue that is drained`() async throws {
    @Sendable func store(_ name: String) async throws {}

    let save = Action<String, Never>(whileExecuting: .queue()) { try await store($0) }
    let group = ServiceGroup(services: [database, ActionDrain(save)], logger: logger)

    await group.triggerGracefulShutdown()
    try await group.run()
  }

  @Test func `the state of a service`() async throws {
    let printed = Recorder<String>()
    let print: @Sendable (ServiceState) -> Void = { printed.record("\($0)") }
    let webServer = ClosureService { try await gracefulShutdown() }

    let server = LiveService(webServer)
    server.state.observe(owner: self) { print($0) }
    let group = ServiceGroup(services: [server], logger: logger)

    await group.triggerGracefulShutdown()
    try await group.run()
    #expect(printed.values.first == "running")
    #expect(printed.values.last == "finished")
  }

  @Test func `an action that needs a service`() async throws {
    @Sendable func sendReport() async throws {}
    let webServer = ClosureService {}

    let server = LiveService(webServer)
    let isUp = server.state.map(\.isRunning).removeDuplicates()
    let report = VoidAction(enabledIf: isUp) { try await sendReport() }

    #expect(!report.enabled.data)
  }
}
#endif
