#if os(Linux)
import Board
import Boundary
import EtcdServer
import Foundation
import TestSupport
import Testing

@testable import Jobs

/// Real nodes of etcd that were set up alone, each by the recipe for one node, named together by boards.
@MainActor
@Suite(.timeLimit(.minutes(15)), .slow) struct SeparateNodesTests {
  /// The witness: it notes whether another command has its lock.
  private static func actions(_ scratch: Scratch) -> String {
    """
      deploy:
        run: |
          flock -n \(scratch.path)/lock sh -c 'echo started >>\(scratch.path)/starts; sleep 0.2' ||
            echo overlap >>\(scratch.path)/starts
        shared: true
    """
  }

  private static func starts(_ scratch: Scratch) -> [Substring] {
    let text = try? String(contentsOfFile: "\(scratch.path)/starts", encoding: .utf8)
    return (text ?? "").split(separator: "\n")
  }

  private static func name(_ etcd: EtcdServer) -> String {
    etcd.endpoints[0].replacing("http://", with: "")
  }

  /// Presses on both machines at the same time, again and again.
  private func compete(_ machines: [Machine], rounds: Int) async -> [StartAnswer] {
    var answers: [StartAnswer] = []
    for _ in 0..<rounds {
      let tasks = machines.map { machine in Task { await machine.press("deploy") } }
      for task in tasks { answers.append(await task.value) }
      await machines[0].wait { machines[0]["deploy"]?.isRunning == false }
      await machines[1].wait { machines[1]["deploy"]?.isRunning == false }
    }
    return answers
  }

  @Test func `nothing starts, and each board says which node is another etcd`() async throws {
    let (first, second) = (try await EtcdServer(isUsual: true), try await EtcdServer(isUsual: true))
    let endpoints = first.endpoints + second.endpoints
    let scratch = try Scratch()
    let machines = try [0, 1].map { try Machine(endpoints, Self.actions(scratch), node: $0) }
    for machine in machines { await machine.connect() }
    let answers = await compete(machines, rounds: 3)
    #expect(Self.starts(scratch) == [])
    for answer in answers {
      guard case .refused(let reason) = answer else {
        Issue.record("\(answer)")
        continue
      }
      #expect(reason.hasSuffix("is another etcd: nodes must form one cluster"), "\(reason)")
    }
    for (machine, other) in zip(machines, [second, first]) {
      let sentence = "\(Self.name(other)) is another etcd: nodes must form one cluster"
      #expect(machine["deploy"]?.shared?.obstacle == "is locked: \(sentence)")
      #expect(machine.box.situation.problems.map(\.message) == [sentence])
      #expect(machine["deploy"]?.isEnabled == false)
    }
    for machine in machines { await machine.leave() }
  }

  @Test func `a node that is another etcd is used for nothing when the others fail`() async throws {
    let (etcd, stranger) = (try await EtcdServer(nodes: 3), try await EtcdServer())
    let scratch = try Scratch()
    // Two of three are one cluster, and the third one is away when the box starts.
    stranger.pause(0)
    let endpoints = [etcd.endpoints[0], etcd.endpoints[1], stranger.endpoints[0]]
    let machine = try Machine(endpoints, Self.actions(scratch), node: 2)
    await machine.connect()
    await expectEqual(machine.run("deploy"), .succeeded)
    stranger.resume(0)
    let sentence = "\(Self.name(stranger)) is another etcd: nodes must form one cluster"
    await machine.wait { machine.box.situation.problems.map(\.message) == [sentence] }
    let before = try await stranger.call("maintenance/status", "{}")
    for node in [0, 1] { etcd.kill(node) }
    await machine.wait { machine.box.situation.cluster?.silentSince != nil }
    // It asks the stranger, again and again, and writes nothing there.
    try await expectEqual(Self.revision(stranger.call("maintenance/status", "{}")), Self.revision(before))
    for node in [0, 1] { try await etcd.start(node) }
    await machine.wait { machine.box.situation.cluster?.silentSince == nil }
    guard case .refused = await machine.pressPatiently("deploy") else {
      Issue.record("started")
      return
    }
    #expect(Self.starts(scratch) == ["started"])
    await machine.leave()
  }

  private static func revision(_ status: String) -> Substring? {
    status.firstMatch(of: #/"revision":"(\d+)"/#)?.1
  }

  @Test func `two of three nodes suffice, also for a box that starts meanwhile`() async throws {
    let etcd = try await EtcdServer(nodes: 3)
    let scratch = try Scratch()
    etcd.kill(1)
    let machines = try [0, 1].map { try Machine(etcd.endpoints, Self.actions(scratch), node: $0) }
    for machine in machines { await machine.connect() }
    let answers = await compete(machines, rounds: 3)
    #expect(answers.contains { if case .accepted = $0 { true } else { false } }, "\(answers)")
    #expect(!Self.starts(scratch).contains("overlap"))
    #expect(Self.starts(scratch).count >= 3)
    for machine in machines { await machine.leave() }
  }

  @Test func `the fleet names the node that is another etcd`() async throws {
    let (first, second) = (try await EtcdServer(isUsual: true), try await EtcdServer(isUsual: true))
    let scratch = try Scratch()
    let machine = try Machine(first.endpoints, Self.actions(scratch))
    await machine.connect()
    let definition = ClusterDefinition(
      endpoints: first.endpoints + second.endpoints, realm: "shop", board: "")
    let environment = {
      var environment = JobEnvironment.live()
      environment.etcd = { Cable(to: $0, random: 0) }
      return environment
    }()
    let fleet = FleetBox(definition, environment: environment)
    let sentence = "\(Self.name(second)) is another etcd: nodes must form one cluster"
    let isSaid = { @MainActor in fleet.situation.problems.map(\.message) == [sentence] }
    if !isSaid() {
      await withCheckedContinuation { continuation in
        fleet.onChange = {
          guard isSaid() else { return }
          fleet.onChange = {}
          continuation.resume()
        }
      }
    }
    #expect(
      fleet.situation["web/deploy"]?.verdict == .blocked(by: ["one etcd: \(sentence)"]))
    fleet.end()
    await machine.leave()
  }
}
#endif
