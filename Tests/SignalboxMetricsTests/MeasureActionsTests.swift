#if Metrics
import CoreMetrics
import Dispatch
import MetricsTestKit
import SignalboxTesting
import Testing

@testable import SignalboxMetrics

@Suite(.timeLimit(.minutes(15))) struct MeasureActionsTests {
  private let scheduler = TestScheduler()
  private let metrics = TestMetrics()
  private let name = [("action", "work")]

  /// An action whose executions take two seconds.
  private func slowAction(
    enabledIf gate: some Publisher<Bool, Never> = Just(true), whileExecuting policy: WhileExecuting = .reject
  ) -> Action<Int, Int> {
    Action(enabledIf: gate, whileExecuting: policy, executor: scheduler) { [scheduler] input in
      try await scheduler.sleep(for: .seconds(2))
      if input < 0 { throw Offline() }
      return input
    }
  }

  private func measure<Input, Element>(_ action: Action<Input, Element>) {
    action.measure(as: "work", factory: metrics, timeline: Timeline(scheduler))
  }

  private func ended(_ result: String) -> Int64 {
    metrics.total("action_executions_ended", name + [("result", result)])
  }

  private func durations(_ result: String) -> [Duration] {
    metrics.durations("action_execution_duration", name + [("result", result)])
  }

  @Test func `executions are counted by their results, with their durations`() {
    let action = slowAction()
    measure(action)
    action.execute(1)
    #expect(metrics.total("action_executions_started", name) == 1)
    #expect(ended("completed") == 0)
    scheduler.advance(by: .seconds(2))
    action.execute(-1)
    scheduler.advance(by: .seconds(2))
    action.execute(2)
    scheduler.advance(by: .milliseconds(500))
    action.cancel()
    #expect(metrics.total("action_executions_started", name) == 3)
    #expect([ended("completed"), ended("failed"), ended("cancelled")] == [1, 1, 1])
    #expect(durations("completed") == [.seconds(2)])
    #expect(durations("failed") == [.seconds(2)])
    #expect(durations("cancelled") == [.milliseconds(500)])
  }

  @Test func `refusals are counted and have no duration`() {
    let gate = LiveData(data: false)
    let action = slowAction(enabledIf: gate)
    measure(action)
    action.execute(1)
    gate.data = true
    action.execute(2)
    action.execute(3)
    #expect(metrics.total("action_executions_refused", name) == 2)
    #expect(metrics.total("action_executions_started", name) == 1)
    scheduler.advance(by: .seconds(2))
    #expect(durations("completed").count == 1)
  }

  @Test func `meters follow the running and the waiting executions`() {
    let action = slowAction(whileExecuting: .queue())
    action.execute(1)
    measure(action)
    action.execute(2)
    action.execute(3)
    scheduler.advance(by: .seconds(2))
    action.cancel()
    #expect(metrics.levels("action_executions_running", name) == [1, 0])
    #expect(metrics.levels("action_executions_waiting", name) == [1, 2, 1, 0])
    #expect(metrics.total("action_executions_started", name) == 1)
  }

  @Test func `actions with one name are counted together, until each is released`() {
    var first: Action<Int, Int>? = slowAction()
    let second = slowAction()
    if let first { measure(first) }
    measure(second)
    first?.execute(1)
    second.execute(1)
    #expect(metrics.levels("action_executions_running", name).last == 2)
    first = nil
    #expect(metrics.levels("action_executions_running", name).last == 1)
    #expect(ended("cancelled") == 1)
    scheduler.advance(by: .seconds(2))
    #expect(metrics.levels("action_executions_running", name).last == 0)
    #expect(ended("completed") == 1)
  }

  @Test func `a cancelled execution is running until its work has ended, also of a released action`() {
    var action: VoidAction? = VoidAction(onCancel: .waitForWork, executor: scheduler) { [scheduler] in
      // A task of its own, which the cancellation does not reach.
      await Task(executorPreference: scheduler) { try? await scheduler.sleep(for: .seconds(3)) }.value
    }
    if let action { measure(action) }
    action?.execute()
    scheduler.advance(by: .seconds(1))
    action = nil
    #expect(metrics.levels("action_executions_running", name) == [1])
    scheduler.advance(by: .seconds(2))
    #expect(metrics.levels("action_executions_running", name) == [1, 0])
    #expect(durations("cancelled") == [.seconds(3)])
  }

  @Test func `dimensions are added to all metrics`() {
    let action = Action<Int, Int> { Just($0) }
    action.measure(as: "work", dimensions: [("region", "eu")], factory: metrics)
    action.execute(1)
    let dimensions = name + [("region", "eu")]
    #expect(metrics.total("action_executions_started", dimensions) == 1)
    #expect(metrics.total("action_executions_ended", dimensions + [("result", "completed")]) == 1)
    #expect(metrics.levels("action_executions_running", dimensions) == [1, 0])
  }

  @Test func `measuring does not keep the action alive`() {
    var action: Action<Int, Int>? = slowAction()
    weak let released = action
    if let action { measure(action) }
    action?.execute(1)
    action = nil
    #expect(released == nil)
    #expect(ended("cancelled") == 1)
  }

  @Test func `no lock is held while a metric is used`() {
    let action = Action<Int, Int>(whileExecuting: .queue()) { Just($0) }
    let seen = SignalboxTesting.Recorder<Bool>()
    let factory = CallingMetricsFactory { [weak action] in
      guard let action else { return }
      // This would wait forever if a lock of the action were held.
      let isDone = DispatchSemaphore(value: 0)
      DispatchQueue(label: "other").async {
        seen.record(action.state.data.enabled)
        isDone.signal()
      }
      isDone.wait()
    }
    action.measure(as: "work", factory: factory)
    action.execute(1)
    // The start, the end and its duration, and the meter twice.
    #expect(seen.values.count == 5)
  }

  @Test func `five thousand executions of many threads are counted`() async {
    let action = Action<Int, Int>(whileExecuting: .concurrent()) { input in
      if input % 5 == 0 { throw Offline() }
      return input
    }
    action.measure(as: "work", factory: metrics)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for index in 0..<1_250 { try? await action.execute(thread * 1_250 + index).finished() }
        }
      }
    }
    // An execution can return to its caller a little earlier than its end is counted.
    while metrics.levels("action_executions_running", name).last != 0 { await Task.yield() }
    while durations("completed").count + durations("failed").count < 5_000 { await Task.yield() }
    #expect(metrics.total("action_executions_started", name) == 5_000)
    #expect([ended("completed"), ended("failed")] == [4_000, 1_000])
    #expect(durations("completed").count == 4_000)
    #expect(metrics.levels("action_executions_running", name).last == 0)
  }

  @Test func `a duration beyond the range of a timer is the longest one`() {
    let timer = Timer(label: "long", factory: metrics)
    timer.record(Duration.seconds(Int64.max / 2))
    timer.record(Duration.nanoseconds(1_500_000_001))
    #expect(metrics.durations("long", []) == [.nanoseconds(Int64.max), .nanoseconds(1_500_000_001)])
  }
}

/// A factory whose metrics run code of a test whenever they are used.
private final class CallingMetricsFactory: MetricsFactory {
  private final class Handler: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    let onUse: @Sendable () -> Void

    init(_ onUse: @escaping @Sendable () -> Void) { self.onUse = onUse }

    func increment(by: Int64) { onUse() }
    func reset() {}
    func set(_ value: Int64) { onUse() }
    func set(_ value: Double) { onUse() }
    func increment(by: Double) { onUse() }
    func decrement(by: Double) { onUse() }
    func record(_ value: Int64) { onUse() }
    func record(_ value: Double) { onUse() }
    func recordNanoseconds(_ duration: Int64) { onUse() }
  }

  private let handler: Handler

  init(onUse: @escaping @Sendable () -> Void) { handler = Handler(onUse) }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { handler }
  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { handler }
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    handler
  }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { handler }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
#endif
