#if ServiceLifecycle
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import SignalboxServiceLifecycle
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ActionServiceTests {
  private let scheduler = TestScheduler()

  /// An action whose executions take two seconds, and one more when they are cancelled.
  private func slowAction(_ policy: WhileExecuting = .reject) -> Action<Int, Int> {
    Action(whileExecuting: policy, onCancel: .waitForWork, executor: scheduler) { [scheduler] input in
      do {
        try await scheduler.sleep(for: .seconds(2))
      } catch {
        await Task(executorPreference: scheduler) { try? await scheduler.sleep(for: .seconds(1)) }.value
        throw error
      }
      if input < 0 { throw Offline() }
      return input
    }
  }

  @Test func `the service executes the action once and ends with it`() async throws {
    let inputs = Recorder<Int>()
    let action = Action<Int, Int> { input in
      inputs.record(input)
      return Just(input)
    }
    try await ActionService(action, input: 7).run()
    #expect(inputs.values == [7])
  }

  @Test func `an action without input is a service, too`() async throws {
    let count = LiveData(data: 0)
    let action = VoidAction { count.modify { $0 += 1 } }
    try await ActionService(action).run()
    #expect(count.data == 1)
  }

  @Test func `the service throws a failure and a refusal`() async {
    let failing = VoidAction { throw Offline() }
    let failure = await #expect(throws: ActionError.self) { try await ActionService(failing).run() }
    #expect("\(failure, default: "nil")" == "\(ActionError.underlying(Offline()))")
    let disabled = VoidAction(enabledIf: Just(false)) {}
    let refusal = await #expect(throws: ActionError.self) { try await ActionService(disabled).run() }
    #expect("\(refusal, default: "nil")" == "\(ActionError.notEnabled)")
  }

  @Test func `a graceful shutdown cancels the execution, and the service returns when its work has ended`()
    async
  {
    let action = slowAction()
    await testGracefulShutdown { trigger in
      let service = Running(ActionService(action, input: 1))
      await wait(scheduler) { scheduler.pendingCount == 1 && action.state.data.executing }
      trigger.triggerGracefulShutdown()
      await wait(scheduler) { action.state.data.cancelling == 1 }
      #expect(service.end == nil)
      await wait(scheduler) { scheduler.pendingCount == 1 }
      scheduler.advance(by: .seconds(1))
      await wait(scheduler) { service.end != nil }
      #expect(service.end == .returned)
      #expect(scheduler.elapsed == .seconds(1))
    }
  }

  @Test func `without cancellation a graceful shutdown waits for the work`() async {
    let action = slowAction()
    await testGracefulShutdown { trigger in
      let service = Running(ActionService(action, input: -1, cancelsOnGracefulShutdown: false))
      await wait(scheduler) { scheduler.pendingCount == 1 && action.state.data.executing }
      trigger.triggerGracefulShutdown()
      scheduler.advance(by: .seconds(2))
      await wait(scheduler) { service.end != nil }
      #expect(service.end == .threw("Offline()"))
    }
  }

  @Test func `cancelling the task cancels the execution and waits for its work`() async {
    let action = slowAction()
    let service = Running(ActionService(action, input: 1))
    await wait(scheduler) { scheduler.pendingCount == 1 && action.state.data.executing }
    service.cancel()
    await wait(scheduler) { action.state.data.cancelling == 1 && scheduler.pendingCount == 1 }
    #expect(service.end == nil)
    scheduler.advance(by: .seconds(1))
    await wait(scheduler) { service.end != nil }
    #expect(service.end == .threw("CancellationError()"))
  }

  @Test func `the service throws if others cancel the execution`() async {
    let action = slowAction()
    let service = Running(ActionService(action, input: 1))
    await wait(scheduler) { scheduler.pendingCount == 1 && action.state.data.executing }
    action.cancel()
    await wait(scheduler) { scheduler.pendingCount == 1 }
    scheduler.advance(by: .seconds(1))
    await wait(scheduler) { service.end != nil }
    #expect(service.end == .threw("cancelled"))
  }

  @Test func `an observer of the cancellation may use the shutdown`() async {
    let action = Action<Void, Void>(executor: scheduler) { [scheduler] in
      try await scheduler.sleep(for: .seconds(2))
    }
    await testGracefulShutdown { trigger in
      let seen = Recorder<Bool>()
      let observer = action.executing.observeForever { isExecuting in
        // This would wait forever in a handler of the shutdown, which is called under a lock.
        if !isExecuting { seen.record(Task.isShuttingDownGracefully) }
      }
      let service = Running(ActionService(action))
      await wait(scheduler) { action.state.data.executing }
      trigger.triggerGracefulShutdown()
      await wait(scheduler) { service.end != nil }
      #expect(service.end == .returned)
      #expect(seen.values == [true])
      action.executing.remove(observer: observer)
    }
  }

  @Test func `a group runs an action and shuts it down`() async throws {
    let action = Action<Void, Never> { try await gracefulShutdown() }
    let service = ActionService(action, cancelsOnGracefulShutdown: false)
    let group = ServiceGroup(services: [service], logger: silence)
    async let end: Void = group.run()
    await wait(scheduler) { action.state.data.executing }
    await group.triggerGracefulShutdown()
    try await end
    #expect(!action.state.data.executing)
  }
}
#endif
