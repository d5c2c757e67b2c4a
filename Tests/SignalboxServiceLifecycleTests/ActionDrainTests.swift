#if ServiceLifecycle
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import SignalboxServiceLifecycle
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ActionDrainTests {
  private let scheduler = TestScheduler()
  private let completed: Recorder<Int>

  init() { completed = Recorder(scheduler) }

  /// An action whose executions take two seconds each, one after the other.
  private func queue(_ onCancel: OnCancel = .endImmediately) -> Action<Int, Never> {
    Action(whileExecuting: .queue(), onCancel: onCancel, executor: scheduler) {
      [scheduler, completed] input in
      do {
        try await scheduler.sleep(for: .seconds(2))
      } catch {
        await Task(executorPreference: scheduler) { try? await scheduler.sleep(for: .seconds(1)) }.value
        throw error
      }
      completed.record(input)
    }
  }

  /// Runs a drain while two executions are under way, shuts down, and returns what was executed in the end.
  private func drain(
    _ mode: ActionDrain.Mode, of action: Action<Int, Never>,
    meanwhile: (Running) async -> Void = { _ in }
  ) async {
    await testGracefulShutdown { trigger in
      let service = Running(ActionDrain(action, mode))
      action.execute(1)
      action.execute(2)
      trigger.triggerGracefulShutdown()
      await meanwhile(service)
      await wait(scheduler) {
        if scheduler.pendingCount > 0 { scheduler.advance(by: .milliseconds(500)) }
        return service.end != nil
      }
      #expect(service.end == .returned)
      #expect(action.state.data.running + action.state.data.waiting == 0)
    }
  }

  @Test func `a shutdown waits for what runs and for what waits`() async {
    await drain(.finishAll, of: queue())
    #expect(completed.values == [1, 2])
  }

  @Test func `what is requested meanwhile is executed, too`() async {
    let action = queue()
    await drain(.finishAll, of: action) { service in
      action.execute(3)
      #expect(service.end == nil)
    }
    #expect(completed.values == [1, 2, 3])
  }

  @Test func `a shutdown can cancel what waits`() async {
    let action = queue()
    await drain(.cancelWaiting, of: action) { _ in await wait(scheduler) { action.state.data.waiting == 0 } }
    #expect(completed.values == [1])
  }

  @Test func `a shutdown can cancel all, and waits for their work`() async {
    let action = queue(.waitForWork)
    await drain(.cancelAll, of: action) { service in
      await wait(scheduler) { action.state.data.cancelling == 1 && scheduler.pendingCount == 1 }
      #expect(service.end == nil)
    }
    #expect(completed.values == [])
  }

  @Test func `nothing ends before the shutdown, and an idle action is drained at once`() async {
    let action = queue()
    await testGracefulShutdown { trigger in
      let service = Running(ActionDrain(action))
      for _ in 0..<100 { await Task.yield() }
      #expect(service.end == nil)
      trigger.triggerGracefulShutdown()
      await wait(scheduler) { service.end != nil }
      #expect(service.end == .returned)
    }
  }

  @Test func `cancelling the task cancels all executions and waits for their work, before a shutdown`() async
  {
    let action = queue(.waitForWork)
    let service = Running(ActionDrain(action))
    action.execute(1)
    action.execute(2)
    scheduler.advance()
    service.cancel()
    await wait(scheduler) { action.state.data.cancelling == 1 && scheduler.pendingCount == 1 }
    #expect(action.state.data.waiting == 0)
    #expect(service.end == nil)
    scheduler.advance(by: .seconds(1))
    await wait(scheduler) { service.end != nil }
    #expect(service.end == .threw("CancellationError()"))
  }

  @Test func `cancelling the task cancels all executions during a shutdown`() async {
    let action = queue()
    await testGracefulShutdown { trigger in
      let service = Running(ActionDrain(action))
      action.execute(1)
      trigger.triggerGracefulShutdown()
      for _ in 0..<100 { await Task.yield() }
      #expect(service.end == nil)
      service.cancel()
      await wait(scheduler) { service.end != nil }
      #expect(service.end == .threw("CancellationError()"))
      #expect(!action.state.data.executing)
    }
  }

  @Test func `a group shuts down what the executions need when all are done`() async throws {
    let action = queue()
    let order = Recorder<String>()
    let database = ClosureService {
      try await gracefulShutdown()
      order.record("database")
    }
    let group = ServiceGroup(services: [database, ActionDrain(action)], logger: silence)
    let live = LiveService(group)
    let service = Running(live)
    await wait(scheduler) { live.state.data.isRunning }
    action.execute(1)
    action.execute(2)
    let ends = action.completions.observeForever { order.record("saved") }
    await group.triggerGracefulShutdown()
    await wait(scheduler) {
      if scheduler.pendingCount > 0 { scheduler.advance(by: .milliseconds(500)) }
      return service.end != nil
    }
    #expect(service.end == .returned)
    #expect(order.values == ["saved", "saved", "database"])
    action.completions.remove(observer: ends)
  }

  @Test func `five thousand executions of many threads are drained`() async {
    let count = LiveData(data: 0)
    let action = Action<Void, Never>(whileExecuting: .queue()) { count.modify { $0 += 1 } }
    await testGracefulShutdown { trigger in
      let service = Running(ActionDrain(action))
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { for _ in 0..<1_250 { action.execute() } }
        }
      }
      trigger.triggerGracefulShutdown()
      await wait(scheduler) { service.end != nil }
      #expect(count.data == 5_000)
    }
  }
}
#endif
