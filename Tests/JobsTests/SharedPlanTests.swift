import Board
import Boundary
import EtcdServer
import Foundation
import TestSupport
import Testing

@testable import Jobs

/// Plans whose steps or whose action other machines must allow, while these machines cannot be asked.
@MainActor
@Suite(.timeLimit(.minutes(15)), .slow) struct SharedPlanTests {
  /// What became of a plan.
  @MainActor
  private final class Performance {
    var answer: StartAnswer?
    var outcome: RunOutcome?
  }

  /// Shows the plan for "deploy" and performs it.
  private func perform(on machine: Machine) async -> Performance {
    let performance = Performance()
    machine.box.plan("deploy") { plan in
      var order = StartOrder("deploy")
      order.plan = plan?.digest
      order.onAnswer = { performance.answer = $0 }
      order.onEnd = { performance.outcome = $0 }
      machine.box.start(order)
    }
    await machine.wait { performance.answer != nil }
    return performance
  }

  private func cut(_ machine: Machine) async {
    machine.cut()
    await machine.wait { machine.box.situation.cluster?.silentSince != nil }
  }

  /// Ends what runs until a file exists.
  private func finish(_ scratch: Scratch) throws {
    try Data().write(to: URL(fileURLWithPath: "\(scratch.path)/end"))
  }

  @Test func `a shared step waits until etcd answers`() async throws {
    let etcd = try await EtcdServer()
    let machine = try Machine(
      etcd.endpoints,
      "  build: { run: 'true', shared: true }\n  deploy: { run: 'true', enabled-if: build.succeeded }\n")
    await machine.connect()
    await cut(machine)
    let performance = await perform(on: machine)
    #expect(machine["build"]?.isRunning == false)
    #expect(machine.box.situation.plan(for: "deploy")?.steps.map(\.state) == [.todo])
    machine.mend()
    await machine.wait { performance.outcome != nil }
    #expect(performance.outcome == .succeeded)
    await machine.leave()
  }

  @Test func `a shared action of a plan is not started later than it was due`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let machine = try Machine(
      etcd.endpoints,
      """
        build: { run: 'until [ -e \(scratch.path)/end ]; do sleep 0.02; done' }
        deploy: { run: 'true', shared: true, enabled-if: build.succeeded }

      """)
    await machine.connect()
    let performance = await perform(on: machine)
    await machine.wait { machine["build"]?.isRunning == true }
    await cut(machine)
    try finish(scratch)
    await machine.wait { performance.outcome != nil }
    let failure = performance.outcome?.failure
    #expect(failure?.hasPrefix("plan stopped: cannot start: ") == true, "\(performance.outcome as Any)")
    machine.mend()
    await machine.connect()
    #expect(machine["deploy"]?.isEnabled == true && machine["deploy"]?.isRunning == false)
    await machine.leave()
  }

  private static func slow(_ scratch: Scratch) -> String {
    """
      build: { run: [sh, -c, 'until [ -e \(scratch.path)/end ]; do sleep 0.02; done'], shared: true }
      deploy: { run: 'true', enabled-if: build.succeeded }

    """
  }

  @Test func `a shared step is not done before the others know that it has ended`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let machine = try Machine(etcd.endpoints, Self.slow(scratch))
    await machine.connect()
    let performance = await perform(on: machine)
    await machine.wait { machine["build"]?.isRunning == true }
    await cut(machine)
    try finish(scratch)
    await machine.wait { machine["build"]?.shared?.wait != nil }
    #expect(performance.outcome == nil && machine["deploy"]?.isRunning == false)
    machine.mend()
    await machine.wait { performance.outcome != nil }
    #expect(performance.outcome == .succeeded)
    await machine.leave()
  }

  @Test func `a plan whose earlier step is not known for a while goes on afterwards`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let machine = try Machine(
      etcd.endpoints,
      """
        build: { run: 'true', shared: true }
        test: { run: 'until [ -e \(scratch.path)/end ]; do sleep 0.02; done', enabled-if: build.succeeded }
        deploy: { run: 'true', enabled-if: build.succeeded && test.succeeded }

      """)
    await machine.connect()
    let performance = await perform(on: machine)
    await machine.wait { machine["test"]?.isRunning == true }
    await cut(machine)
    try finish(scratch)
    await machine.wait { machine["test"]?.runs.last.result == .succeeded }
    #expect(performance.outcome == nil && machine["deploy"]?.runs.last.outcome == nil)
    machine.mend()
    await machine.wait { performance.outcome != nil }
    #expect(performance.outcome == .succeeded)
    await machine.leave()
  }

  @Test func `a plan that has joined a run of another machine stops if that run is lost`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let machine = try Machine(etcd.endpoints, Self.slow(scratch))
    var other: Machine? = try Machine(etcd.endpoints, Self.slow(scratch))
    await machine.connect()
    await other?.connect()
    _ = await other?.pressPatiently("build")
    await machine.wait { machine["build"]?.shared?.runs.count == 1 }
    let performance = await perform(on: machine)
    #expect(performance.outcome == nil)
    await other?.vanish()
    other = nil
    await machine.wait { performance.outcome != nil }
    #expect(
      performance.outcome == .failed("plan stopped: no step leads to build.succeeded any more"))
    #expect(machine["build"]?.shared?.lostRun != nil && machine["deploy"]?.runs.last.outcome == nil)
    await machine.leave()
  }
}
