import Boundary
import Foundation
import SignalboxTesting
import TerminalUI
import TestSupport
import Testing

@testable import Headless

/// A session that leaves when the services that it has started are ready.
@Suite(.timeLimit(.minutes(15))) @MainActor struct DetachedServiceTests {
  /// A box that accepts each start, and shows what the test says.
  private final class ScriptedBox: Boundary.Box {
    var situation = Situation(title: "Test")
    var orders: [StartOrder] = []
    var onChange: @MainActor () -> Void = {}
    var onNotice: @MainActor (Notice) -> Void = { _ in }
    var attention = Attention()
    let hasNews = false
    let isShared = true
    let now = Duration.zero

    init() {
      var service = ActionStatus(ActionDescription(id: "server", title: "Server"))
      service.description.isService = true
      situation.actions = [service]
    }

    func show(_ service: ServiceState?) {
      situation.actions[0].isRunning = service != nil
      situation.actions[0].service = service
      onChange()
    }

    func output(of action: String) -> OutputRing { OutputRing() }
    func knowsOutput(of action: String) -> Bool { true }
    func history(of action: String) -> RunHistory { RunHistory() }
    func follow(_ follower: OutputFollower) {}
    func start(_ order: StartOrder) {
      orders.append(order)
      order.onAnswer(.accepted(StartTicket(1)))
    }
    func cancel(_ target: CancelTarget) {}
    func enter(_ order: EnterOrder) -> VisitTicket { VisitTicket(0) }
    func answer(_ order: AnswerOrder) {}
    func takeOver(_ order: TakeOverOrder) {}
    func resize(_ visit: VisitTicket, to size: Size) {}
    func leave(_ visit: VisitTicket) {}
    func dismiss(_ problem: Situation.Problem.ID) {}
    func repeatActions() {}
    func leave(_ whenLeft: @escaping @MainActor () -> Void) { whenLeft() }
    func explain(_ action: String, _ answer: @escaping @MainActor (Explanation?) -> Void) { answer(nil) }
    func find(_ text: String, _ answer: @escaping @MainActor (OutputSearch) -> Void) {}
  }

  private let box = ScriptedBox()
  private let result = Recorded<Int32?>()

  private func start() async throws {
    var surroundings = HeadlessSurroundings { _ in }
    surroundings.signals = []
    let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
    (surroundings.output, surroundings.messages) = (null.fileDescriptor, null.fileDescriptor)
    let board = try HeadlessBoard(
      style: .output(of: []), isQuiet: true, surroundings: surroundings
    ) {
      [box] _ in box
    }
    let session = RunSession(
      board: board, steps: [.init("server")], ending: .withTheStarts(isQuiet: true), waitsForGuards: false,
      waitLimit: nil)
    Task { [result] in
      result.append(await session.run())
      withExtendedLifetime(null) {}
    }
    await turns(until: { !box.orders.isEmpty })
  }

  private func turns(until condition: () -> Bool) async { while !condition() { await Task.yield() } }

  @Test func `it waits although the start is not shown yet, and leaves when the service is ready`()
    async throws
  {
    try await start()
    for state in [nil, .starting] as [ServiceState?] {
      box.show(state)
      for _ in 0..<100 { await Task.yield() }
      #expect(result.values.isEmpty)
    }
    box.show(.ready)
    await turns(until: { !result.values.isEmpty })
    #expect(result.values == [0])
  }

  @Test func `a service that has ended before it was ready has failed`() async throws {
    try await start()
    box.show(.starting)
    box.show(nil)
    box.orders[0].onEnd(.failed(RunFailure(.exitCode(4), "exit code 4")))
    await turns(until: { !result.values.isEmpty })
    #expect(result.values == [4])
  }
}
