import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(15))) struct ActionMachineTests {
  private func machine(
    _ policy: WhileExecuting, onCancel: OnCancel = .endImmediately
  ) -> ActionMachine {
    var machine = ActionMachine(policy: policy, onCancel: onCancel)
    machine.gate = true
    return machine
  }

  @Test func `an action is disabled until the first value of the gate`() {
    #expect(!ActionMachine(policy: .concurrent()).state.enabled)
  }

  @Test func `an execution ends once`() {
    var machine = machine(.reject)
    let decisions = [machine.execute(1, gate: true), machine.execute(2, gate: true)]
    #expect(decisions == [.start(cancelling: []), .refuse])
    #expect([machine.end(1), machine.end(1), machine.end(2)] == [true, false, false])
  }

  @Test func `no execution overtakes a queue between an end and the next start`() {
    var machine = machine(.queue())
    _ = machine.execute(1, gate: true)
    let result1 = machine.execute(2, gate: true)
    #expect(result1 == .wait())
    _ = machine.end(1)
    let result2 = machine.execute(3, gate: true)
    #expect(result2 == .wait())
    let result3 = machine.next(gate: true)
    #expect(result3?.id == 2)
    let result4 = machine.next(gate: true)
    #expect(result4 == nil)
  }

  @Test func `a closed gate refuses the waiting executions`() {
    var machine = machine(.queue())
    for id in 1...3 { _ = machine.execute(UInt64(id), gate: true) }
    _ = machine.end(1)
    let result5 = machine.next(gate: false)
    #expect(result5?.isStarted == false)
    let result6 = machine.next(gate: false)
    #expect(result6?.isStarted == false)
    let result7 = machine.next(gate: false)
    #expect(result7 == nil)
    #expect(!machine.state.executing)
  }

  @Test func `a restart cancels all running executions`() {
    var machine = machine(.restart)
    _ = machine.execute(1, gate: true)
    let result8 = machine.execute(2, gate: true)
    #expect(result8 == .start(cancelling: [1]))
    let result9 = machine.end(1)
    #expect(!result9)
    #expect(machine.state.running == 1)
    let result10 = machine.execute(3, gate: false)
    #expect(result10 == .refuse)
  }

  // MARK: Cancelled work that has not ended

  @Test func `a restart waits for the executions that it cancels`() {
    var machine = machine(.restart, onCancel: .waitForWork)
    _ = machine.execute(1, gate: true)
    let second = machine.execute(2, gate: true)
    #expect(second == .wait(cancelling: [1]))
    let third = machine.execute(3, gate: true)
    #expect(third == .wait(cancelling: [2]))
    #expect(machine.state.running == 1)
    #expect(machine.state.waiting == 1)
    let hasEnded = machine.end(1)
    #expect(hasEnded)
    let next = machine.next(gate: true)
    #expect(next?.id == 3)
  }

  @Test func `an execution is cancelled once and then ends once`() {
    var machine = machine(.reject, onCancel: .waitForWork)
    _ = machine.execute(1, gate: true)
    let cancelled = [machine.cancel([1]), machine.cancel([1])]
    #expect(cancelled == [[1], []])
    #expect(machine.isCancelling(1))
    let ended = [machine.end(1), machine.end(1)]
    #expect(ended == [true, false])
    #expect(!machine.isCancelling(1))
  }

  @Test func `a waiting execution ends with its cancellation`() {
    var machine = machine(.queue(), onCancel: .waitForWork)
    for id in 1...2 { _ = machine.execute(UInt64(id), gate: true) }
    let cancelled = machine.cancel([2])
    #expect(cancelled == [2])
    #expect(!machine.isCancelling(2))
    #expect(machine.state.waiting == 0)
  }
}
