import SignalboxTesting
import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(15))) struct NetworkActivityMachineTests {
  private var machine = NetworkActivityMachine()
  private let scheduler = TestScheduler()

  @Test mutating func `the four states`() {
    #expect(machine.state == .inactive)
    machine.start("a", now: .zero)
    #expect(machine.state == .delayingStart(until: .seconds(1)))
    machine.timePassed(now: .seconds(1))
    #expect(machine.state == .visible(since: .seconds(1)))
    machine.stop("a", now: .seconds(2))
    #expect(machine.state == .delayingCompletion(since: .seconds(1), until: .milliseconds(2_200)))
    machine.timePassed(now: .milliseconds(2_200))
    #expect(machine.state == .inactive)
  }

  @Test mutating func `a block that comes early changes nothing`() {
    machine.start("a", now: .zero)
    machine.timePassed(now: .seconds(0.9))
    #expect(machine.state == .delayingStart(until: .seconds(1)))
    #expect(machine.deadline == .seconds(1))
  }

  @Test mutating func `a request during the completion delay keeps it visible`() {
    machine.start("a", now: .zero)
    machine.timePassed(now: .seconds(1))
    machine.stop("a", now: .seconds(2))
    machine.start("b", now: .seconds(2.1))
    #expect(machine.state == .visible(since: .seconds(1)))
    #expect(machine.deadline == nil)
  }

  @Test mutating func `at most a thousand early stops are remembered`() {
    for number in 0...1_000 { machine.stop("\(number)", now: .zero) }
    machine.start("1", now: .zero)
    #expect(machine.requestCount == 0)
    machine.start("0", now: .zero)
    #expect(machine.requestCount == 1)
  }

  @Test mutating func `tokens, tasks and names are counted together`() {
    let task = ObjectIdentifier(scheduler)
    machine.beginToken(now: .zero)
    machine.start(task, now: .zero)
    machine.start(task, now: .zero)
    machine.start("a", now: .zero)
    #expect(machine.requestCount == 3)
    machine.endToken(now: .zero)
    machine.stop(task, now: .zero)
    #expect(machine.state == .delayingStart(until: .seconds(1)))
    machine.stop("a", now: .zero)
    #expect(machine.requestCount == 0)
    #expect(machine.state == .inactive)
  }

  @Test mutating func `a stop of a task before its start is ignored`() {
    let task = ObjectIdentifier(scheduler)
    machine.stop(task, now: .zero)
    machine.start(task, now: .zero)
    #expect(machine.requestCount == 1)
  }

  @Test mutating func `an early stop is forgotten after a second`() {
    machine.stop("a", now: .zero)
    machine.start("a", now: .seconds(1))
    #expect(machine.requestCount == 1)
  }

  @Test mutating func `an early stop swallows one start only`() {
    machine.stop("a", now: .zero)
    machine.start("a", now: .zero)
    machine.start("a", now: .zero)
    #expect(machine.requestCount == 1)
  }
}
