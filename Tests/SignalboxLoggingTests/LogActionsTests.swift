#if Logging
import Dispatch
import Logging
import SignalboxLogging
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct LogActionsTests {
  private let scheduler = TestScheduler()
  private let log = TestLog()

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

  private func log<Input, Element>(_ action: Action<Input, Element>, owner: AnyObject? = nil) {
    action.log(as: "work", to: log.logger, owner: owner, timeline: Timeline(scheduler))
  }

  @Test func `an execution is logged from its start to its end`() {
    let action = slowAction()
    log(action)
    action.execute(1)
    #expect(log.lines == ["debug Action started action=work execution=1"])
    scheduler.advance(by: .seconds(2))
    #expect(log.lines.last == "debug Action completed action=work duration=2.0 seconds execution=1")
    action.execute(2)
    scheduler.advance(by: .seconds(2))
    #expect(log.lines.count == 4)
    #expect(log.lines.last == "debug Action completed action=work duration=2.0 seconds execution=2")
  }

  @Test func `a failure is logged with its error`() {
    let action = slowAction()
    log(action)
    action.execute(-1)
    scheduler.advance(by: .seconds(2))
    #expect(
      log.lines.last == "error Action failed error: Offline() action=work duration=2.0 seconds execution=1")
  }

  @Test func `a cancellation is no error`() {
    let action = slowAction()
    log(action)
    action.execute(1)
    scheduler.advance(by: .seconds(1))
    action.cancel()
    #expect(
      log.lines == [
        "debug Action started action=work execution=1",
        "debug Action cancelled action=work duration=1.0 seconds execution=1",
      ])
  }

  @Test func `a refusal is logged whether the action is disabled, busy or closed before its turn`() {
    let gate = LiveData(data: false)
    let action = slowAction(enabledIf: gate, whileExecuting: .queue(limit: 1))
    log(action)
    action.execute(1)
    #expect(log.lines == ["info Action refused action=work"])
    gate.data = true
    for input in 2...4 { action.execute(input) }
    #expect(log.lines.count(where: { $0.contains("refused") }) == 2)
    gate.data = false
    scheduler.advance(by: .seconds(2))
    #expect(log.lines.count(where: { $0.contains("refused") }) == 3)
    #expect(log.lines.count(where: { $0.contains("started") }) == 1)
  }

  @Test func `an execution that is cancelled before its turn is not logged`() {
    let action = slowAction(whileExecuting: .queue())
    log(action)
    action.execute(1)
    action.execute(2)
    action.cancelWaiting()
    scheduler.advance(by: .seconds(5))
    #expect(log.lines.count == 2)
    #expect(log.lines.allSatisfy { $0.contains("execution=1") })
  }

  @Test func `levels can be chosen and a level of nil logs nothing`() {
    let action = slowAction()
    var levels = ActionLogLevels()
    levels.started = nil
    levels.completed = .notice
    levels.failed = .critical
    levels.cancelled = .warning
    levels.refused = .trace
    action.log(as: "work", to: log.logger, levels: levels, timeline: Timeline(scheduler))
    action.execute(1)
    action.execute(2)
    scheduler.advance(by: .seconds(2))
    action.execute(-1)
    scheduler.advance(by: .seconds(2))
    action.execute(3).cancel()
    let logged = log.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
    #expect(
      logged == [
        "trace Action refused", "notice Action completed", "critical Action failed",
        "warning Action cancelled",
      ])
  }

  @Test func `synchronous work is logged in the order in which it happens`() {
    let notes = SignalboxTesting.Recorder<String>()
    let log = TestLog { notes.record("\($0.message)") }
    let action = Action<Int, Int> { input in
      notes.record("work")
      return Just(input)
    }
    action.log(as: "work", to: log.logger)
    action.execute(1)
    #expect(notes.values == ["Action started", "work", "Action completed"])
  }

  @Test func `nothing is logged after the release of the owner, also of running executions`() {
    let action = slowAction(whileExecuting: .concurrent())
    var owner: Owner? = Owner()
    log(action, owner: owner)
    action.execute(1)
    #expect(log.lines.count == 1)
    owner = nil
    action.execute(2)
    scheduler.advance(by: .seconds(2))
    #expect(log.lines.count == 1)
    _ = owner
  }

  @Test func `the owner is not retained between messages`() {
    let action = slowAction()
    var owner: Owner? = Owner()
    weak let released = owner
    log(action, owner: owner)
    action.execute(1)
    owner = nil
    #expect(released == nil)
  }

  @Test func `logging does not keep the action alive, and its release is logged as cancellation`() {
    var action: Action<Int, Int>? = slowAction()
    weak let released = action
    if let action { log(action) }
    action?.execute(1)
    scheduler.advance(by: .seconds(1))
    action = nil
    #expect(released == nil)
    #expect(log.lines.last == "debug Action cancelled action=work duration=1.0 seconds execution=1")
  }

  @Test func `a log handler may use the action, also from another thread`() {
    let action = Action<Int, Int>(whileExecuting: .queue()) { Just($0) }
    let others = SignalboxTesting.Recorder<Bool>()
    let log = TestLog { [weak action] _ in
      guard let action else { return }
      // This would wait forever if a lock of the action were held.
      let isDone = DispatchSemaphore(value: 0)
      DispatchQueue(label: "other").async {
        others.record(action.state.data.enabled)
        isDone.signal()
      }
      isDone.wait()
    }
    action.log(as: "work", to: log.logger)
    action.execute(1)
    #expect(others.values == [true, true])
  }

  @Test func `an execution that a log handler starts comes after the present message`() {
    let action = Action<Int, Int>(whileExecuting: .queue()) { Just($0) }
    let log = TestLog { [weak action] event in
      if "\(event.message)" == "Action started", event.metadata?["execution"] == "1" {
        action?.execute(2)
      }
    }
    var levels = ActionLogLevels()
    levels.completed = .info
    action.log(as: "work", to: log.logger, levels: levels)
    action.execute(1)
    let executions = log.lines.map { String($0.suffix(1)) }
    #expect(executions == ["1", "1", "2", "2"])
  }

  @Test func `five thousand executions of many threads are each logged from start to end`() async {
    let action = Action<Int, Int>(whileExecuting: .concurrent()) { input in
      if input % 5 == 0 { throw Offline() }
      return input
    }
    let events = Locked<[String: [String]]>([:])
    let log = TestLog { event in
      let number = event.metadata?["execution"].map { "\($0)" } ?? "-"
      events.withLock { $0[number, default: []].append("\(event.message)") }
    }
    action.log(as: "work", to: log.logger)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for index in 0..<1_250 { try? await action.execute(thread * 1_250 + index).finished() }
        }
      }
    }
    // An execution can return to its caller a little earlier than its end is logged.
    while events.withLock({ $0.values.reduce(0) { $0 + $1.count } }) < 10_000 { await Task.yield() }
    let all = events.withLock { $0 }
    #expect(all.count == 5_000)
    #expect(all.values.count(where: { $0 == ["Action started", "Action completed"] }) == 4_000)
    #expect(all.values.count(where: { $0 == ["Action started", "Action failed"] }) == 1_000)
  }

  @Test func `logging keeps nothing of executions that have ended`() {
    let action = Action<Owner, Owner> { Just($0) }
    log(action)
    weak var element: Owner?
    do {
      let input = Owner()
      element = input
      action.execute(input)
    }
    #expect(log.lines.count == 2)
    #expect(element == nil)
  }
}
#endif
