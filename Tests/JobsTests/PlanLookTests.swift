import Board
import Boundary
import Foundation
import TestSupport
import Testing

@testable import Jobs

/// What happens to a plan while the inputs are looked at on which its next start depends.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PlanLookTests {
  private let scratch: Scratch
  private let station: LiveStation
  private let box: HostedBoard
  private let started = Started()

  @MainActor
  private final class Started {
    var presses: [PlanPress] = []
    var outcomes: [RunOutcome] = []
  }

  init() async throws {
    scratch = try Scratch()
    try save("1", at: scratch.path + "/a")
    let text = """
      actions:
        gen: { run: 'true', inputs: a }
        test: { run: 'true', enabled-if: gen.fresh }
        other: { run: 'true', confirm: Sure? }
        ship: { run: 'true', enabled-if: test.succeeded && other.succeeded }
        pack: { run: 'true', confirm: Pack? }
        send: { run: 'true', enabled-if: pack.succeeded && gen.fresh }
      """
    try save(text, at: scratch.path + "/board.yml")
    station = LiveStation(try Board.load(contentsOf: scratch.path + "/board.yml"))
    box = HostedBoard(station.interlocking)
    await expectEqual(station.run("gen"), .succeeded)
    repeat { await box.lookAtInputs() } while box.situation["gen"]?.freshness != .fresh
  }

  private var interlocking: Interlocking { station.interlocking }

  /// Begins the plan of an action; all its questions are confirmed.
  /// - Parameters:
  ///   - texts: The questions that are confirmed ahead.
  ///   - atOnce: What happens when the plan has begun, in the same turn of the main actor. Nothing that is
  ///     looked at can be known then.
  private func begin(
    _ id: String, confirming texts: [String] = [], atOnce: @escaping @MainActor () -> Void = {}
  ) async throws {
    let plan = await withCheckedContinuation { plan in box.plan(id) { plan.resume(returning: $0) } }
    var order = StartOrder(id)
    order.plan = try #require(plan).digest
    order.confirmedAhead = texts
    order.onPress = { [started] in started.presses.append($0) }
    order.onEnd = { [started] in started.outcomes.append($0) }
    let answer = await withCheckedContinuation { answer in
      order.onAnswer = {
        atOnce()
        answer.resume(returning: $0)
      }
      box.start(order)
    }
    guard case .accepted = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  /// Lets the plan of `ship` ask for the start of its first step.
  private func askForTest() {
    interlocking.continuePlans()
    #expect(interlocking.planRegistry.runs["ship"]?.asked == ["test"])
  }

  /// Waits for looks at all inputs.
  private func look() async { for _ in 1...3 { await box.lookAtInputs() } }

  @Test func `a step whose plan is cancelled meanwhile does not start`() async throws {
    try await begin("ship") {
      askForTest()
      box.cancel(.plan("ship"))
    }
    await look()
    #expect(box.situation["test"]?.runs.count == 0)
    #expect(started.presses.isEmpty, "\(started.presses)")
    #expect(started.outcomes == [.cancelled])
    #expect(interlocking.lookingTickets.isEmpty)
  }

  @Test func `a no ends a plan also while a step is not decided`() async throws {
    try await begin("ship") {
      askForTest()
      box.answer(PlanAnswerOrder(plan: "ship", action: "other", confirmed: nil))
      interlocking.continuePlans()
      #expect(!interlocking.hasRunningPlans)
    }
    await look()
    #expect(box.situation["test"]?.runs.count == 0 && box.situation["other"]?.runs.count == 0)
    #expect(box.situation.plan(for: "ship")?.stopped == "other was not confirmed")
  }

  @Test func `an action whose plan is cancelled meanwhile does not start`() async throws {
    var isAsked: Bool { interlocking.planRegistry.runs["send"]?.asked == ["send"] }
    // The moment between the question and the answer is short, and can be missed.
    repeat {
      started.outcomes = []
      try await begin("send", confirming: ["Pack?"])
      while started.outcomes.isEmpty, !isAsked {
        await Task.yield()
        interlocking.continuePlans()
      }
    } while !isAsked
    let count = box.situation["send"]?.runs.count
    box.cancel(.plan("send"))
    await look()
    #expect(box.situation["send"]?.runs.count == count)
    #expect(started.outcomes == [.cancelled])
  }

  @Test func `a step that asks something else meanwhile does not start`() async throws {
    let text = try String(contentsOfFile: scratch.path + "/board.yml", encoding: .utf8)
    let other = try Board.parse(
      text.replacing("enabled-if: gen.fresh }", with: "enabled-if: gen.fresh, confirm: Really? }"),
      file: scratch.path + "/board.yml")
    try await begin("ship", confirming: ["Sure?"]) {
      askForTest()
      box.take(other)
    }
    await look()
    #expect(box.situation["test"]?.runs.count == 0)
  }

  @Test func `a box that ends starts nothing after a look`() async throws {
    try await begin("ship") {
      askForTest()
      box.endWork {}
    }
    await look()
    #expect(box.situation["test"]?.runs.count == 0)
  }
}
