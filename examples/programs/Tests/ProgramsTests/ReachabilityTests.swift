import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct ReachabilityTests {
  private let scheduler = TestScheduler()

  @Test func `a flicker is not shown`() {
    let network = Reachability(scheduler: scheduler)
    let shown = Recorder(network.isOnline, scheduler)
    network.path.data = false
    scheduler.advance(by: .milliseconds(900))
    network.path.data = true
    scheduler.advance(by: .seconds(5))
    network.path.data = false
    scheduler.advance(by: .seconds(5))
    #expect(shown.events.map(\.time) == [.zero, .milliseconds(6_900)])
    #expect(shown.values == [true, false])
  }

  @Test func `actions are disabled while the network cannot be reached`() {
    let network = Reachability(scheduler: scheduler)
    let load: Action<Int, Int> = network.action(executor: scheduler) { $0 + 1 }
    let errors = Recorder(load.errors, scheduler)
    network.path.data = false
    scheduler.advance(by: .seconds(1))
    #expect(!load.enabled.data)
    load.execute(1)
    #expect(errors.values.count == 1)
    network.path.data = true
    scheduler.advance(by: .seconds(1))
    #expect(load.enabled.data)
  }

  @Test func `a request waits until the network is back`() {
    let network = Reachability(scheduler: scheduler)
    network.path.data = false
    scheduler.advance(by: .seconds(1))
    let sent = Recorder<String>(scheduler)
    Task(executorPreference: scheduler) { try await network.whenOnline { sent.record("sent") } }
    scheduler.advance(by: .seconds(10))
    #expect(sent.values.isEmpty)
    network.path.data = true
    scheduler.advance(by: .seconds(10))
    #expect(sent.lines == ["12: sent"])
  }

  @Test func `a request that is cancelled while it waits is not sent`() {
    let network = Reachability(scheduler: scheduler)
    network.path.data = false
    scheduler.advance(by: .seconds(1))
    let sent = Recorder<String>(scheduler)
    let task = Task(executorPreference: scheduler) { try await network.whenOnline { sent.record("sent") } }
    scheduler.advance(by: .seconds(1))
    task.cancel()
    network.path.data = true
    scheduler.advance(by: .seconds(10))
    #expect(sent.values.isEmpty)
  }
}
