import Board
import Boundary
import EtcdServer
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

/// What a person at a box sees of an etcd that is full, foreign, misconfigured, or none at all.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ClusterTroubleTests {
  /// A shared action, and one that only the machine itself has, which no error may lock.
  private static let actions = """
      deploy: { run: 'true', shared: true }
      build: { run: 'true', enabled-if: '!errors.any' }

    """

  private func trouble(of machine: Machine) -> Situation.Problem? { machine.box.situation.problems.first }

  /// Waits until something is shown as wrong with etcd, and checks that only shared actions suffer from it.
  private func trouble(of machine: Machine, containing text: String) async -> Situation.Problem? {
    await machine.wait { self.trouble(of: machine)?.message.contains(text) == true }
    #expect(machine["build"]?.isEnabled == true)
    await expectEqual(machine.run("build"), .succeeded)
    let problem = trouble(of: machine)
    #expect(problem?.source == "etcd (shared actions)")
    #expect(problem?.action == nil)
    #expect(problem?.priority == .low)
    return problem
  }

  /// Presses the shared action, which must be refused, until etcd answers: on a busy machine, a press can
  /// have no answer in time.
  private func refusal(of machine: Machine) async -> String? {
    while true {
      await machine.wait { machine["deploy"]?.isEnabled == true }
      guard case .unavailable(let reason, _) = await machine.press("deploy") else { return nil }
      if reason.contains("the store of etcd") { return reason }
    }
  }

  /// Forgets the history of etcd.
  private func compact(_ etcd: EtcdServer) async throws {
    let status = try await etcd.call("maintenance/status", "{}")
    let revision = try #require(status.firstMatch(of: #/"revision":"(\d+)"/#)?.1)
    try await etcd.call("kv/compaction", #"{"revision": "\#(revision)", "physical": true}"#)
  }

  @Test(.slow)
  func `a full store is an error until there is room again`() async throws {
    let etcd = try await EtcdServer(quota: 1 << 20)
    let machine = try Machine(etcd.endpoints, Self.actions)
    await machine.connect()
    let text = Data(repeating: 0x78, count: 200_000).base64EncodedString()
    let key = Data("big".utf8).base64EncodedString()
    while (try? await etcd.call("kv/put", #"{"key": "\#(key)", "value": "\#(text)"}"#)) != nil {}
    try #require(await etcd.call("maintenance/status", "{}").contains("NOSPACE"))
    await expectEqual(refusal(of: machine), "cannot start: the store of etcd is full")
    _ = await trouble(of: machine, containing: "its store is full")

    _ = try await etcd.call("kv/deleterange", #"{"key": "\#(key)"}"#)
    let status = try await etcd.call("maintenance/status", "{}")
    try await compact(etcd)
    _ = try await etcd.call("maintenance/defragment", "{}")
    let member = try #require(status.firstMatch(of: #/"member_id":"(\d+)"/#)?.1)
    _ = try await etcd.call(
      "maintenance/alarm", #"{"action": "DEACTIVATE", "memberID": "\#(member)", "alarm": "NOSPACE"}"#)
    await machine.wait { self.trouble(of: machine) == nil }
    await expectEqual(machine.run("deploy"), .succeeded)
    await machine.leave()
  }

  @Test(.slow)
  func `the start of a box is no trouble`() async throws {
    let etcd = try await EtcdServer()
    let machine = try Machine(etcd.endpoints, Self.actions)
    var seen: [String] = []
    await machine.wait {
      seen += machine.box.situation.problems.map(\.message)
      return machine.box.situation.cluster?.silentSince == nil
    }
    // On a busy machine the lease can run out before the first answer, which is trouble.
    seen.removeAll { $0.contains("the lease has expired") }
    #expect(seen.isEmpty)
    await machine.leave()
  }

  @Test(.slow)
  func `a wrong password locks shared actions with the reason`() async throws {
    let etcd = try await EtcdServer(password: "right")
    let scratch = try Scratch()
    let file = scratch.path + "/password"
    try "wrong".write(toFile: file, atomically: true, encoding: .utf8)
    let machine = try Machine(
      etcd.endpoints, Self.actions, options: ", user: root, password-file: '\(file)'")
    _ = await trouble(of: machine, containing: "authentication failed")
    #expect(machine["deploy"]?.isEnabled == false)
    #expect(machine["deploy"]?.shared?.obstacle?.contains("authentication failed") == true)
    #expect(machine["deploy"]?.shared?.obstacle?.contains("silent") == false)
    #expect(trouble(of: machine)?.message.hasPrefix("it does not let this machine take part: ") == true)

    // The file is read again.
    try "right".write(toFile: file, atomically: true, encoding: .utf8)
    await machine.wait { machine["deploy"]?.isEnabled == true }
    #expect(trouble(of: machine) == nil)
    await expectEqual(machine.run("deploy"), .succeeded)
    await machine.leave()
  }

  @Test(.slow)
  func `a user who may only use the keys of the realm suffices`() async throws {
    let etcd = try await EtcdServer()
    func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    for (user, role) in [("root", "root"), ("ada", "signalbox")] {
      try await etcd.call("auth/user/add", #"{"name": "\#(user)", "password": "right"}"#)
      try await etcd.call("auth/role/add", #"{"name": "\#(role)"}"#)
      try await etcd.call("auth/user/grant", #"{"user": "\#(user)", "role": "\#(role)"}"#)
    }
    let keys = #""key": "\#(base64("/signalbox/1/shop/"))", "range_end": "\#(base64("/signalbox/1/shop0"))""#
    try await etcd.call(
      "auth/role/grant", #"{"name": "signalbox", "perm": {"permType": "READWRITE", \#(keys)}}"#)
    try await etcd.call("auth/enable", "{}")
    let scratch = try Scratch()
    let file = scratch.path + "/password"
    try "right".write(toFile: file, atomically: true, encoding: .utf8)
    let machine = try Machine(
      etcd.endpoints, Self.actions, options: ", user: ada, password-file: '\(file)'")
    await machine.connect()
    await expectEqual(machine.run("deploy"), .succeeded)
    #expect(trouble(of: machine) == nil)
    await machine.leave()
  }

  @Test(.slow)
  func `after a loss of all data in etcd runs are known again, and a person unlocks what is shared`()
    async throws
  {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let go = scratch.path + "/go"
    // The witness: a second command at the same time fails.
    let command = "flock -n \(scratch.path)/lock sh -c \"while [ ! -e \(go) ]; do sleep 0.02; done\""
    let actions = Self.actions.replacing("run: 'true', shared", with: "run: '\(command)', shared")
    let one = try Machine(etcd.endpoints, actions)
    let other = try Machine(etcd.endpoints, actions)
    await one.connect()
    await other.connect()
    async let outcome = one.run("deploy")
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    etcd.kill(0)
    try etcd.erase(0)
    try await etcd.start(0)
    for machine in [one, other] {
      let problem = try #require(await trouble(of: machine, containing: "etcd has lost its data: revision "))
      #expect(problem.message.contains(", was "))
      guard case .refused(let reason) = await machine.pressPatiently("deploy") else {
        Issue.record("it was started twice")
        return
      }
      #expect(machine !== other || reason.contains(problem.message), "\(reason)")
    }
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    let problem = try #require(trouble(of: other))
    other.box.dismiss(problem.id)
    #expect(trouble(of: other) == nil)
    guard case .refused(let reason) = await other.pressPatiently("deploy") else {
      Issue.record("it was started twice")
      return
    }
    // On a busy machine it may have been silent for too long.
    #expect(reason.hasPrefix("is running on ") || reason.hasPrefix("may still be running on "), "\(reason)")
    try Data().write(to: URL(fileURLWithPath: go))
    await expectEqual(outcome, .succeeded)
    await other.wait { other["deploy"]?.isEnabled == true }
    await expectEqual(other.run("deploy"), .succeeded)
    one.box.dismiss(try #require(trouble(of: one)).id)
    await one.wait { one["deploy"]?.runs.last.result == .succeeded }
    await expectEqual(one.run("deploy"), .succeeded)
    await one.leave()
    await other.leave()
  }

  @Test(.slow)
  func `a certificate of another authority locks shared actions with the reason`() async throws {
    let etcd = try await EtcdServer(isEncrypted: true)
    let machine = try Machine(etcd.endpoints, Self.actions)
    _ = await trouble(of: machine, containing: "certificate")
    #expect(machine["deploy"]?.shared?.obstacle?.contains("certificate") == true)
    var reason = ""
    // On a busy machine a press can end before its connection is refused.
    while !reason.contains("certificate"), !Task.isCancelled {
      guard case .unavailable(let present, true) = await machine.press("deploy") else {
        Issue.record("it was started")
        return
      }
      reason = present
    }
    #expect(reason.contains("certificate"))
    await machine.leave()
  }

  @Test(.slow)
  func `a foreign key locks what it is about, and is named`() async throws {
    let etcd = try await EtcdServer()
    let machine = try Machine(etcd.endpoints, Self.actions + "  clean: { run: 'true', shared: true }\n")
    await machine.connect()
    let key = Data("/signalbox/1/shop/run/web/deploy/0".utf8).base64EncodedString()
    let value = Data("mine!".utf8).base64EncodedString()
    _ = try await etcd.call("kv/put", #"{"key": "\#(key)", "value": "\#(value)"}"#)
    _ = await trouble(
      of: machine, containing: "the key /signalbox/1/shop/run/web/deploy/0 is not signalbox's")
    guard case .refused(let reason) = await machine.pressPatiently("deploy") else {
      Issue.record("it was started")
      return
    }
    #expect(reason.contains("not signalbox's"))
    await expectEqual(machine.run("clean"), .succeeded)
    _ = try await etcd.call("kv/deleterange", #"{"key": "\#(key)"}"#)
    await machine.wait { self.trouble(of: machine) == nil }
    await expectEqual(machine.run("deploy"), .succeeded)
    await machine.leave()
  }

  @Test(.slow)
  func `an error that a person dismisses does not come back while it goes on`() async throws {
    let etcd = try await EtcdServer()
    let machine = try Machine(etcd.endpoints, Self.actions)
    await machine.connect()
    machine.cut()
    let problem = try #require(await trouble(of: machine, containing: "no answer since"))
    machine.box.dismiss(problem.id)
    #expect(trouble(of: machine) == nil)
    guard case .unavailable = await machine.press("deploy") else {
      Issue.record("it was started")
      return
    }
    #expect(trouble(of: machine) == nil)
    machine.mend()
    await machine.wait { machine["deploy"]?.isEnabled == true }
    machine.cut()
    _ = await trouble(of: machine, containing: "no answer since")
    await machine.leave()
  }

  @Test(.slow)
  func `changes that are compacted while the cable is cut are read`() async throws {
    let etcd = try await EtcdServer()
    let one = try Machine(etcd.endpoints, Self.actions)
    let other = try Machine(etcd.endpoints, Self.actions)
    await one.connect()
    await other.connect()
    one.cut()
    for _ in 1...3 { await expectEqual(other.run("deploy"), .succeeded) }
    try await compact(etcd)
    await one.wait { one.box.situation.cluster?.silentSince != nil }
    one.mend()
    await one.wait { one["deploy"]?.isEnabled == true }
    #expect(one["deploy"]?.runs.last.result == .succeeded)
    await expectEqual(one.run("deploy"), .succeeded)
    await one.leave()
    await other.leave()
  }

  @Test(
    .slow,
    arguments: [
      (.answer("HTTP/1.1 307 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"), "redirect"),
      (.answer("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n<html>Welcome</html>"), "not etcd's"),
      (.answer("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"header\":"), "middle of the answer"),
      (.answer("SSH-2.0-OpenSSH\r\n"), "not HTTP"), (.close, "without an answer"),
      (.reset, "without an answer"), (.stall(""), "no answer in time"),
      (.stall("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"header\":"), "no answer in time"),
    ] as [(LoopbackServer.Manner, String)])
  func `what is no etcd is named, and other actions never notice`(
    manner: LoopbackServer.Manner, reason: String
  ) async throws {
    let server = try LoopbackServer(manner)
    let machine = try Machine(["http://127.0.0.1:\(server.port)"], Self.actions)
    await expectEqual(machine.run("build"), .succeeded)
    _ = await trouble(of: machine, containing: reason)
    #expect(machine["deploy"]?.shared?.obstacle?.hasPrefix("waits for etcd, silent since ") == true)
    guard case .unavailable(let refusal, _) = await machine.press("deploy") else {
      Issue.record("it was started")
      return
    }
    #expect(refusal.hasPrefix("cannot start: "), "\(refusal)")
    await machine.leave()
  }
}
