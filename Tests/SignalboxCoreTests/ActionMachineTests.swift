import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(5))) struct ActionMachineTests {
  private func machine(_ policy: WhileExecuting) -> ActionMachine {
    var machine = ActionMachine(policy: policy)
    machine.gate = true
    return machine
  }

  @Test func withoutAWordFromTheGateNothingIsEnabled() {
    #expect(!ActionMachine(policy: .concurrent()).state.enabled)
  }

  @Test func anExecutionEndsOnce() {
    var machine = machine(.reject)
    let decisions = [machine.execute(1, gate: true), machine.execute(2, gate: true)]
    #expect(decisions == [.start(cancelling: []), .refuse])
    #expect([machine.end(1), machine.end(1), machine.end(2)] == [true, false, false])
  }

  @Test func nobodyOvertakesAQueueBetweenAnEndAndTheNextStart() {
    var machine = machine(.queue())
    _ = machine.execute(1, gate: true)
    let result1 = machine.execute(2, gate: true)
    #expect(result1 == .wait)
    _ = machine.end(1)
    let result2 = machine.execute(3, gate: true)
    #expect(result2 == .wait)
    let result3 = machine.next(gate: true)
    #expect(result3?.id == 2)
    let result4 = machine.next(gate: true)
    #expect(result4 == nil)
  }

  @Test func aClosedGateRefusesAllThatWait() {
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

  @Test func aRestartEndsAllThatRuns() {
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
}
