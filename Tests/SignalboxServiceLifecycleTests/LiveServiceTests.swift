#if ServiceLifecycle
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import SignalboxServiceLifecycle
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct LiveServiceTests {
  private let scheduler = TestScheduler()

  /// Records the states of a service as text.
  private func states(of service: LiveService) -> Recorder<String> {
    Recorder(service.state.map { "\($0)" })
  }

  @Test func `a service is running until it has ended`() async throws {
    let live = LiveService(ClosureService {})
    let states = states(of: live)
    try await live.run()
    #expect(states.values == ["idle", "running", "finished"])
    #expect(!live.state.data.isRunning)
  }

  @Test func `an error is published and thrown`() async {
    let live = LiveService(ClosureService { throw Offline() })
    let states = states(of: live)
    await #expect(throws: Offline.self) { try await live.run() }
    #expect(states.values.dropLast() == ["idle", "running"])
    #expect("\(live.state.data)" == "failed(\(String(reflecting: Offline())))")
  }

  @Test func `a graceful shutdown is published while the service runs`() async {
    let mayEnd = LiveData(data: false)
    let live = LiveService(
      ClosureService {
        for await isSet in mayEnd.values where isSet { return }
      })
    let states = states(of: live)
    await testGracefulShutdown { trigger in
      let service = Running(live)
      await wait(scheduler) { live.state.data.isRunning }
      trigger.triggerGracefulShutdown()
      await wait(scheduler) { states.values.count == 3 }
      #expect(live.state.data.isRunning)
      mayEnd.data = true
      await wait(scheduler) { service.end != nil }
      #expect(states.values == ["idle", "running", "shuttingDown", "finished"])
    }
  }

  @Test func `an observer of the shutdown may use it`() async {
    let live = LiveService(ClosureService { try await gracefulShutdown() })
    await testGracefulShutdown { trigger in
      let seen = Recorder<Bool>()
      let observer = live.state.observeForever { state in
        if case .shuttingDown = state { seen.record(Task.isShuttingDownGracefully) }
      }
      let service = Running(live)
      await wait(scheduler) { live.state.data.isRunning }
      trigger.triggerGracefulShutdown()
      await wait(scheduler) { service.end != nil }
      #expect(seen.values == [true])
      live.state.remove(observer: observer)
    }
  }

  @Test func `a cancellation is not a failure`() async {
    let live = LiveService(ClosureService { try await gracefulShutdown() })
    let service = Running(live)
    await wait(scheduler) { live.state.data.isRunning }
    service.cancel()
    await wait(scheduler) { service.end != nil }
    #expect("\(live.state.data)" == "cancelled")
  }

  @Test func `the last service of a group shows that its shutdown has begun`() async throws {
    let mayEnd = LiveData(data: false)
    let first = LiveService(ClosureService { try await gracefulShutdown() })
    let last = LiveService(
      ClosureService {
        for await isSet in mayEnd.values where isSet { return }
      })
    let group = ServiceGroup(services: [first, last], logger: silence)
    let whole = LiveService(group)
    let service = Running(whole)
    await wait(scheduler) { first.state.data.isRunning && last.state.data.isRunning }
    let lastStates = states(of: last)
    await group.triggerGracefulShutdown()
    await wait(scheduler) { lastStates.values.last == "shuttingDown" }
    #expect("\(first.state.data)" == "running")
    mayEnd.data = true
    await wait(scheduler) { service.end != nil }
    #expect("\(whole.state.data)" == "finished")
  }

  @Test func `a service that runs again is running again`() async throws {
    let live = LiveService(ClosureService {})
    let states = states(of: live)
    try await live.run()
    try await live.run()
    #expect(states.values == ["idle", "running", "finished", "running", "finished"])
  }
}
#endif
