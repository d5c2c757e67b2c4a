import Board
import Boundary
import Foundation
import Processes
import Programs
import SignalboxCore
import SignalboxTesting
import TerminalUI
import TestSupport
import Testing

@testable import Headless
@testable import signalbox

/// A session that leaves when the services that it has started are ready.
@Suite(.timeLimit(.minutes(15))) @MainActor struct DetachedServiceTests {
  /// A box that accepts each start, and shows what the test says.
  private final class ScriptedBox: QuietBox {
    var situation = Situation(title: "Test")
    var orders: [StartOrder] = []
    var onChange: @MainActor () -> Void = {}
    var onNotice: @MainActor (Notice) -> Void = { _ in }
    var attention = Attention()

    init() {
      var service = ActionStatus(ActionDescription(id: "server", title: "Server"))
      service.description.isService = true
      situation.actions = [service]
    }

    func show(_ service: ServiceState?, notReady: String? = nil) {
      set(service, notReady: notReady)
      onChange()
    }

    /// The situation is another one, and nobody is told.
    func set(_ service: ServiceState?, notReady: String? = nil) {
      situation.actions[0].isRunning = service != nil
      var run = RunHistory.Entry(
        number: 1, start: .zero, cause: .person, starter: nil, input: nil, firstLine: 0)
      run.presence?.service = service
      run.presence?.notReady = notReady
      situation.actions[0].present = service == nil ? [] : [run]
    }

    var answers = true
    /// Called for each start.
    var onStart: @MainActor (StartOrder) -> Void = { _ in }
    var cancelled: [CancelTarget] = []

    func start(_ order: StartOrder) {
      orders.append(order)
      order.onTicket(StartTicket(1))
      if answers { order.onAnswer(.accepted(StartTicket(1))) }
      onStart(order)
    }
    func cancel(_ target: CancelTarget) { cancelled.append(target) }
  }

  private let box = ScriptedBox()
  private let result = Recorded<Int32?>()
  private let scheduler = TestScheduler()
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func start(
    waitLimit: Duration? = nil, exitMap: ExitMap = .command, ifRunning: IfRunning = .ask,
    ending: RunSession.Ending = .withTheStarts(isQuiet: true)
  ) async throws {
    let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
    let path = scratch.path + "/messages"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let messages = try #require(FileHandle(forWritingAtPath: path))
    var surroundings = HeadlessFiles(
      output: null.fileDescriptor, messages: messages.fileDescriptor, signals: []
    ) { _ in }.surroundings
    surroundings.exitMap = exitMap
    surroundings.scheduler = scheduler
    surroundings.onMain = { [scheduler] block in scheduler.schedule { MainActor.assumeIsolated { block() } } }
    let board = try HeadlessBoard(
      style: .output(of: []), remarks: .none, surroundings: surroundings
    ) { [box] in box }
    let session = RunSession(
      board: board, steps: [.init("server")], ending: ending, ifRunning: ifRunning,
      waitsForGuards: false, waitLimit: waitLimit)
    Task { [result] in
      let code = await session.run()
      await board.messages.flush()
      result.append(code)
      withExtendedLifetime((null, messages)) {}
    }
    await turns(until: { !box.orders.isEmpty })
  }

  private func turns(until condition: () -> Bool) async { while !condition() { await Task.yield() } }

  /// Lets time pass until the session has ended, and returns what it said.
  private func end() async throws -> String {
    while result.values.isEmpty {
      scheduler.advance(by: .milliseconds(10))
      for _ in 0..<10 { await Task.yield() }
    }
    return try String(contentsOfFile: scratch.path + "/messages", encoding: .utf8)
  }

  @Test func `it waits although the start is not shown yet, and leaves when the service is ready`()
    async throws
  {
    try await start()
    for state in [nil, .starting] as [ServiceState?] {
      box.show(state)
      for _ in 0..<100 { await Task.yield() }
      scheduler.advance(by: .seconds(10))
      #expect(result.values.isEmpty)
    }
    box.orders[0].onBegin?()
    for _ in 0..<100 { await Task.yield() }
    #expect(result.values.isEmpty)
    box.show(.ready)
    try await expectEqual(end(), "")
    #expect(result.values == [0])
  }

  @Test func `a service that others have started meanwhile is ensured, too`() async throws {
    box.answers = false
    try await start(ifRunning: .ensure)
    box.orders[0].onAnswer(.refused("is running"))
    box.show(.ready)
    _ = try await end()
    #expect(result.values == [0])
    #expect(box.orders.count == 1)
  }

  @Test func `a service whose start was known before the refusal is ensured, too`() async throws {
    box.answers = false
    // Nothing changes after that.
    box.onStart = { [box] order in
      box.set(.ready)
      order.onAnswer(.refused("is running"))
    }
    try await start(ifRunning: .ensure)
    _ = try await end()
    #expect(result.values == [0])
    #expect(box.orders.count == 1)
  }

  @Test func `files that cannot be read do not hold who has waited for the end of a run`() async throws {
    try await start(ending: .withTheRuns)
    box.orders[0].onBegin?()
    box.show(.starting)
    box.situation.actions[0].freshness = .beingRead
    box.show(nil)
    box.orders[0].onEnd(.succeeded)
    try await expectEqual(end(), "")
    #expect(result.values == [0])
  }

  @Test func `a run of others that was too short to be seen is not waited for`() async throws {
    box.answers = false
    try await start(ifRunning: .after)
    box.situation.actions[0].runs.count = 1
    box.orders[0].onAnswer(.refused("is running"))
    await turns(until: { box.orders.count == 2 })
    box.orders[1].onAnswer(.refused("needs something"))
    _ = try await end()
    #expect(result.values == [3])
  }

  @Test func `a service that has ended before it was ready has failed`() async throws {
    try await start()
    box.show(.starting)
    box.show(nil)
    box.orders[0].onEnd(.failed(RunFailure(.exitCode(4), "exit code 4")))
    try await expectEqual(end(), "signalbox: server: failed before it was ready: exit code 4\n")
    #expect(result.values == [4])
  }

  @Test(
    arguments: [
      (.succeeded, 1, "ended before it was ready, with exit code 0"),
      (.cancelled, 1, "was cancelled before it was ready"),
      (.boxEnded, 75, "its box has ended, so its result is not known"),
      (
        .failed(RunFailure(.cannotStart, "cannot start: no-server: not found in PATH")), 1,
        "failed before it was ready: cannot start: no-server: not found in PATH"
      ),
    ] as [(RunOutcome, Int32, String)])
  func `each end before it was ready is a failure with a reason`(
    outcome: RunOutcome, code: Int32, reason: String
  ) async throws {
    try await start()
    box.orders[0].onBegin?()
    box.show(.starting)
    box.orders[0].onEnd(outcome)
    try await expectEqual(end(), "signalbox: server: \(reason)\n")
    #expect(result.values == [code])
  }

  @Test func `a service that is ready at once and ends at once has failed`() async throws {
    try await start()
    box.orders[0].onBegin?()
    box.show(.ready)
    for _ in 0..<100 { await Task.yield() }
    #expect(result.values.isEmpty)
    box.show(nil)
    box.orders[0].onEnd(.failed(RunFailure(.exitCode(127), "exit code 127")))
    try await expectEqual(end(), "signalbox: server: failed: exit code 127\n")
    #expect(result.values == [127])
  }

  @Test func `a start that is not ready in time is told at once although it is started again`() async throws {
    try await start()
    box.orders[0].onBegin?()
    box.show(.restarting(at: nil), notReady: "not ready after 30 s: connection refused")
    try await expectEqual(end(), "signalbox: server: not ready after 30 s: connection refused\n")
    #expect(result.values == [1])
    #expect(box.cancelled.isEmpty)
  }

  @Test func `a limit ends the wait for a service that is not ready`() async throws {
    try await start(waitLimit: .seconds(2))
    box.orders[0].onBegin?()
    box.show(.starting)
    try await expectEqual(
      end(), "signalbox: server: it is not ready after 2.0 s, and goes on in the background\n")
    #expect(result.values == [75])
    #expect(scheduler.elapsed >= .seconds(2) && scheduler.elapsed < .seconds(3))
  }

  @Test func `a limit that is not reached has no effect`() async throws {
    try await start(waitLimit: .seconds(2))
    box.orders[0].onBegin?()
    box.show(.ready)
    try await expectEqual(end(), "")
    #expect(result.values == [0])
  }

  @Test func `for bisecting, a service that does not start cannot be tested`() async throws {
    try await start(exitMap: .bisect)
    box.orders[0].onEnd(.failed(RunFailure(.cannotStart, "cannot start: no such file")))
    _ = try await end()
    #expect(result.values == [125])
  }

  @Test func `an answer that does not come is waited for as long as the limit says`() async throws {
    box.answers = false
    box.situation.actions[0].description.isShared = true
    try await start(waitLimit: .seconds(2))
    try await expectEqual(
      end(), "signalbox: server: cancelled: no answer whether it may start; waited for 2.0 s\n")
    #expect(result.values == [75])
    #expect(box.cancelled == [.start(StartTicket(1))])
  }

  @Test func `a start that waits for its turn goes on in the background`() async throws {
    box.situation.actions[0].description.isService = false
    try await start()
    box.situation.actions[0].waiting = 1
    box.onChange()
    try await expectEqual(end(), "")
    #expect(result.values == [0])
  }

  @Test func `an action whose program does not exist has failed`() async throws {
    box.situation.actions[0].description.isService = false
    try await start()
    box.orders[0].onBegin?()
    box.orders[0].onEnd(.failed(RunFailure(.exitCode(127), "exit code 127")))
    try await expectEqual(end(), "signalbox: server: failed: exit code 127\n")
    #expect(result.values == [127])
  }
}
