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

/// A run whose box does not take its start, or cannot ask other machines.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct NextBoxTests {
  private let scheduler = TestScheduler()
  private let scratch: Scratch
  private let code = Recorded<Int32?>()

  init() throws { scratch = try Scratch() }

  /// A box that answers each start in the same way.
  @MainActor
  private final class AnsweringBox: QuietBox {
    let answer: StartAnswer?
    private(set) var orders: [StartOrder] = []
    var situation = Situation(title: "Test")
    var onChange: @MainActor () -> Void = {}
    var onNotice: @MainActor (Notice) -> Void = { _ in }
    var attention = Attention()

    init(_ answer: StartAnswer?) {
      self.answer = answer
      var deploy = ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))
      deploy.description.isShared = true
      deploy.shared = SharedState()
      situation.actions = [deploy]
    }

    func start(_ order: StartOrder) {
      orders.append(order)
      order.onTicket(StartTicket(1))
      guard let answer else { return }
      order.onAnswer(answer)
      if case .accepted = answer { order.onEnd(.succeeded) }
    }

  }

  /// Runs the action, which meets these boxes one after the other.
  private func start(
    _ boxes: [AnsweringBox], waits: Bool = false, ifRunning: IfRunning = .ask
  ) throws {
    let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
    let path = scratch.path + "/messages"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let messages = try #require(FileHandle(forWritingAtPath: path))
    var surroundings = HeadlessFiles(
      output: null.fileDescriptor, messages: messages.fileDescriptor, signals: []
    ) { _ in }.surroundings
    surroundings.scheduler = scheduler
    surroundings.onMain = { [scheduler] block in scheduler.schedule { MainActor.assumeIsolated { block() } } }
    var next = boxes.dropFirst()
    let board = try HeadlessBoard(
      style: .output(of: []), remarks: .none, surroundings: surroundings, nextBox: { next.popFirst() },
      makeBox: { boxes[0] })
    let session = RunSession(
      board: board, steps: [.init("deploy")], ifRunning: ifRunning, waitsForGuards: waits, waitLimit: nil)
    Task { [code] in
      let end = await session.run()
      await board.messages.flush()
      code.append(end)
      withExtendedLifetime((null, messages)) {}
    }
  }

  private func pass(until condition: () -> Bool) async {
    while !condition() {
      scheduler.advance(by: .milliseconds(10))
      for _ in 0..<10 { await Task.yield() }
    }
  }

  private func said() throws -> String {
    try String(contentsOfFile: scratch.path + "/messages", encoding: .utf8)
  }

  private func end(_ boxes: AnsweringBox...) async throws -> Int32? {
    try start(boxes)
    await pass { !code.values.isEmpty }
    return code.values[0]
  }

  @Test func `a start that was not taken is asked of the next box, once`() async throws {
    let boxes = [AnsweringBox(.notTaken("the box has ended")), AnsweringBox(.accepted(StartTicket(1)))]
    try await expectEqual(end(boxes[0], boxes[1]), ExitStatus.succeeded)
    #expect(boxes.map(\.orders.count) == [1, 1])
    try expectEqual(said(), "")
  }

  @Test func `what runs in the next box is waited for before it is asked`() async throws {
    let boxes = [AnsweringBox(.notTaken("the box has ended")), AnsweringBox(.accepted(StartTicket(1)))]
    boxes[1].situation.actions[0].isRunning = true
    try start(boxes, ifRunning: .after)
    await pass { !boxes[0].orders.isEmpty }
    for _ in 0..<50 { await Task.yield() }
    #expect(boxes[1].orders.isEmpty, "its action runs")
    boxes[1].situation.actions[0].isRunning = false
    boxes[1].onChange()
    await pass { !code.values.isEmpty }
    #expect(code.values == [ExitStatus.succeeded])
    #expect(boxes.map(\.orders.count) == [1, 1])
  }

  @Test func `a start of which nothing is known is asked of nobody`() async throws {
    let boxes = [AnsweringBox(.unknown), AnsweringBox(.accepted(StartTicket(1)))]
    try await expectEqual(end(boxes[0], boxes[1]), 75)
    #expect(boxes[1].orders.isEmpty)
  }

  @Test func `without a next box it says that nothing was started`() async throws {
    try await expectEqual(end(AnsweringBox(.notTaken("the box has ended"))), 75)
    try expectEqual(said(), "signalbox: deploy: not started: the box has ended\n")
  }

  @Test func `boxes that all end are not asked for ever`() async throws {
    let boxes = (0..<20).map { _ in AnsweringBox(.notTaken("the box has ended")) }
    try start(boxes)
    await pass { !code.values.isEmpty }
    #expect(code.values == [75])
    #expect(boxes.count { !$0.orders.isEmpty } == 5)
  }

  @Test func `what cannot be asked has codes of its own`() async throws {
    try await expectEqual(end(AnsweringBox(.unavailable("cannot start: no answer", mayPass: true))), 75)
    try expectEqual(said(), "signalbox: deploy: cannot start: no answer\n")
  }

  @Test func `what etcd refuses is a failure, and a guard a refusal`() async throws {
    try await expectEqual(end(AnsweringBox(.unavailable("cannot start: a", mayPass: false))), 1)
    #expect(ExitMap.bisect.code(ExitStatus.unavailable(mayPass: true)) == 125)
  }

  @Test func `with a wait, what cannot be asked now is asked again`() async throws {
    let box = AnsweringBox(.unavailable("cannot start: no answer", mayPass: true))
    try start([box], waits: true)
    await pass { box.orders.count == 1 }
    for _ in 0..<50 { await Task.yield() }
    box.onChange()
    await pass { box.orders.count == 2 }
    #expect(code.values.isEmpty)
  }

  @Test func `it says after a second what it waits for`() async throws {
    let box = AnsweringBox(nil)
    try start([box])
    await pass { box.orders.count == 1 }
    box.situation.actions[0].shared?.askingSince = .zero
    for _ in 0..<50 { await Task.yield() }
    box.onChange()
    try expectEqual(said(), "")
    let end = scheduler.elapsed + .seconds(2)
    await pass { scheduler.elapsed >= end }
    box.situation.actions[0].shared?.wait = "waits for etcd, silent since 19:41:20: http://a:1: no answer"
    box.onChange()
    await pass { (try? said().contains("http://a:1")) == true }
    try expectEqual(
      said(),
      """
      signalbox: deploy: waits for the other machines
      signalbox: deploy: waits for etcd, silent since 19:41:20: http://a:1: no answer

      """)
    box.orders[0].onAnswer(.refused("needs a"))
    await pass { !code.values.isEmpty }
    #expect(code.values == [3])
  }
}
