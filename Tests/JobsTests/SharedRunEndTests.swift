import Board
import Boundary
import EtcdServer
import Foundation
import TestSupport
import Testing

@testable import Jobs

/// The ends of shared runs, and edits of `cluster` meanwhile, with a real etcd.
@MainActor
@Suite(.timeLimit(.minutes(15)), .slow) struct SharedRunEndTests {
  /// An action that runs until a file exists.
  private static func actions(_ scratch: Scratch) -> String {
    "  deploy: { run: 'while [ ! -e \(scratch.path)/go ]; do sleep 0.02; done', shared: true }\n"
  }

  private func finish(_ scratch: Scratch) throws {
    try Data().write(to: URL(fileURLWithPath: scratch.path + "/go"))
  }

  @Test func `a run that was taken over fails at its end, and names who did it`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let (one, other) = (
      try Machine(etcd.endpoints, Self.actions(scratch)), try Machine(etcd.endpoints, Self.actions(scratch))
    )
    await one.connect()
    await other.connect()
    async let outcome = one.run("deploy")
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    // Others can see the run before its own machine knows that it was granted.
    await one.wait { one["deploy"]?.isRunning == true }
    let run = try #require(other["deploy"]?.shared?.runs.first)
    var lost: SharedRun?
    while lost?.lastHeard == nil {
      one.cut()
      await other.wait { other["deploy"]?.shared?.lostRun != nil }
      lost = try #require(other["deploy"]?.shared?.lostRun)
      if lost?.lastHeard != nil { break }
      // On a busy machine the other one can itself be without an answer meanwhile, so that it cannot know.
      one.mend()
      await other.wait { other["deploy"]?.shared?.lostRun == nil && other["deploy"]?.shared?.runs.count == 1 }
    }
    #expect(try #require(lost?.lastHeard) < #require(lost?.lostSince) - .seconds(5))
    guard case .done(let taken) = await other.takeOverRuns(of: "deploy", because: "it burns") else {
      Issue.record("it was not taken over")
      return
    }
    #expect(taken.map(\.id) == [run.id])
    #expect(taken.first?.place == run.place)
    try finish(scratch)
    await one.wait { one["deploy"]?.shared?.endingSince != nil }
    #expect(one["deploy"]?.isRunning == true)
    one.mend()
    guard case .failed(let failure) = await outcome else {
      Issue.record("it has succeeded")
      return
    }
    #expect(failure.kind == .takenOver)
    let (user, host) = (run.user, run.host)
    #expect(
      failure.message == "was taken over by \(user) on \(host): the others do not know this result")
    #expect(one["deploy"]?.phase == .failed)
    await one.leave()
    await other.leave()
  }

  @Test func `while etcd is silent, the end of a run is not known, and told later`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let (one, other) = (
      try Machine(etcd.endpoints, Self.actions(scratch)), try Machine(etcd.endpoints, Self.actions(scratch))
    )
    await one.connect()
    await other.connect()
    async let outcome = one.run("deploy")
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    // Others can see the run before its own machine knows that it was granted.
    await one.wait { one["deploy"]?.isRunning == true }
    etcd.pause(0)
    try finish(scratch)
    await one.wait { one["deploy"]?.shared?.wait != nil }
    let wait = try #require(one["deploy"]?.shared?.wait)
    #expect(wait.hasPrefix("has ended, and waits for etcd, silent since "), "\(wait)")
    guard case .failed(let failure) = await outcome else {
      Issue.record("it is said to be known")
      return
    }
    #expect(failure.kind == .unconfirmed)
    #expect(failure.message.hasPrefix("whether the others know this result is not known: "), "\(failure)")
    #expect(one.box.situation.problems.contains { $0.action == "deploy" })
    #expect(one.station.interlocking.owesNews)
    etcd.resume(0)
    await other.wait { other["deploy"]?.runs.last.result == .succeeded }
    await one.wait { !one.box.situation.problems.contains { $0.action == "deploy" } }
    #expect(one["deploy"]?.phase == .succeeded)
    await one.leave()
    await other.leave()
  }

  // MARK: Edits of `cluster`

  private func board(_ cluster: String, _ actions: String) throws -> Board {
    try Board.parse("cluster: {\(cluster)}\nactions:\n" + actions, file: "board.yml")
  }

  /// The keys of the machines in etcd, as etcd has them.
  private func hosts(_ etcd: EtcdServer) async throws -> [String] {
    let (first, end) = ("/signalbox/1/shop/host/", "/signalbox/1/shop/host0")
    let key = { (text: String) in Data(text.utf8).base64EncodedString() }
    let answer = try await etcd.call("kv/range", #"{"key": "\#(key(first))", "range_end": "\#(key(end))"}"#)
    let object = try JSONSerialization.jsonObject(with: Data("\(answer)".utf8)) as? [String: Any]
    return (object?["kvs"] as? [[String: Any]] ?? []).map {
      "\($0["key"] ?? "") \($0["create_revision"] ?? "") \($0["mod_revision"] ?? "") \($0["lease"] ?? "")"
    }
    .sorted()
  }

  @Test func `growing from one node to three keeps the run of a machine`() async throws {
    let watch = StallWatch()
    let etcd = try await EtcdServer(nodes: 3)
    let scratch = try Scratch()
    let actions = Self.actions(scratch)
    let one = try Machine([etcd.endpoints[0]], actions)
    let other = try Machine(etcd.endpoints, actions)
    await one.connect()
    await other.connect()
    async let outcome = one.run("deploy")
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    // Others can see the run before its own machine knows that it was granted.
    await one.wait { one["deploy"]?.isRunning == true }
    let run = try #require(other["deploy"]?.shared?.runs.first?.id)
    let before = try await hosts(etcd)
    #expect(before.count == 2)
    let nodes = etcd.endpoints.map { "'\($0)'" }.joined(separator: ", ")
    one.box.take(try board("etcd: [\(nodes)], realm: shop, board: web", actions))
    #expect(one["deploy"]?.isRunning == true)

    // Its only node of before goes.
    etcd.kill(0)
    await other.wait { other.box.situation.cluster?.silentSince == nil }
    await one.connect()
    // Longer than a lease.
    let end = ContinuousClock.now + .seconds(12)
    while ContinuousClock.now < end {
      #expect(other["deploy"]?.shared?.lostRun == nil || watch.hasStalled)
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(other["deploy"]?.shared?.runs.map(\.id) == [run])
    try await etcd.start(0)
    let after = try await hosts(etcd)
    #expect(after == before || watch.hasStalled, "\(after), and before \(before)")
    try finish(scratch)
    await expectEqual(outcome, .succeeded)
    await other.wait { other["deploy"]?.runs.last.result == .succeeded }
    await one.leave()
    await other.leave()
  }

  @Test func `a run of a realm that the board leaves goes on, and its end is told there`() async throws {
    let watch = StallWatch()
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let actions = Self.actions(scratch)
    let (one, other) = (try Machine(etcd.endpoints, actions), try Machine(etcd.endpoints, actions))
    await one.connect()
    await other.connect()
    async let outcome = one.run("deploy")
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    // Others can see the run before its own machine knows that it was granted.
    await one.wait { one["deploy"]?.isRunning == true }
    one.box.take(try board("etcd: '\(etcd.endpoints[0])', realm: away, board: web", actions))
    await one.connect()
    #expect(one.box.situation.cluster?.realm == "away")
    await expectEqual(
      one.pressPatiently("deploy"), .refused("still runs in the realm shop, which the board has left"))
    #expect(one.station.interlocking.owesNews)
    let end = ContinuousClock.now + .seconds(12)
    while ContinuousClock.now < end {
      #expect(other["deploy"]?.shared?.lostRun == nil || watch.hasStalled)
      #expect(other["deploy"]?.shared?.runs.count == 1)
      try await Task.sleep(for: .milliseconds(50))
    }
    try finish(scratch)
    await expectEqual(outcome, .succeeded)
    await other.wait { other["deploy"]?.runs.last.result == .succeeded }
    // It leaves the old realm, and starts in the new one.
    await other.wait { other.box.situation.cluster?.hosts.isEmpty == true }
    #expect(!one.station.interlocking.owesNews)
    await expectEqual(one.run("deploy"), .succeeded)
    await one.leave()
    await other.leave()
  }
}
