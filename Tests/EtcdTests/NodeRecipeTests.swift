#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import Etcd

/// The recipes for nodes of etcd, as the documents tell them.
@Suite(.timeLimit(.minutes(15)), .slow) struct NodeRecipeTests {
  /// The numbers of the nodes that form the cluster of a node.
  private func members(_ machines: RecipeMachines, _ name: String) async -> Set<UInt64> {
    let answer = await machines.client(name).perform(.members, within: .seconds(600))
    guard case .success(.members(_, let members)) = answer else {
      Issue.record("\(answer)")
      return []
    }
    return Set(members)
  }

  private func expectOneCluster(_ machines: RecipeMachines) async {
    let all = await members(machines, "a")
    #expect(all.count == 3)
    for name in ["b", "c"] { await expectEqual(members(machines, name), all) }
  }

  private func startOne(_ machines: RecipeMachines) async throws {
    let block = try OperationsDocument.block(with: "apt install", of: "Cluster.md")
    try await machines.play(block, on: "a")
  }

  private func addUsers(_ machines: RecipeMachines) async throws {
    let block = try OperationsDocument.block(with: "auth enable")
      .replacing("user add ada", with: "user add ada:\(RecipeMachines.password)")
      .replacing("user add root", with: "user add root:\(RecipeMachines.password)")
    try await machines.play(block, on: "a")
  }

  /// The first line with which a snapshot is restored, as the version that is installed wants it.
  private func restoring(_ block: String) -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let isThere = path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/etcdutl")
    }
    return isThere ? block.replacing("etcdctl snapshot restore", with: "etcdutl snapshot restore") : block
  }

  @Test func `three nodes from nothing are one cluster`() async throws {
    let machines = try RecipeMachines()
    // What the package does: it starts a node alone.
    try await machines.play("sudo systemctl start etcd")
    try await machines.play(try OperationsDocument.block(with: "ETCD_INITIAL_CLUSTER="))
    await expectOneCluster(machines)
    try await machines.client("a").put("x", "1")
    try await expectEqual(machines.client("c").entries(EtcdRange(key: "x")).count, 1)
  }

  @Test(arguments: [false, true]) func `one node becomes three, and keeps what it has`(hasUsers: Bool)
    async throws
  {
    let machines = try RecipeMachines()
    try await startOne(machines)
    try await machines.play("etcdctl put /signalbox/1/shop/x y", on: "a")
    if hasUsers { try await addUsers(machines) }
    let user = hasUsers ? "root" : nil
    try await machines.play(try OperationsDocument.block(with: "member update"), on: "a", user: user)
    let addition = try OperationsDocument.block(with: "member add")
    for name in ["b", "c"] {
      try await machines.play("sudo systemctl start etcd", on: name)
      try await machines.play(addition, on: name, user: user)
    }
    await expectOneCluster(machines)
    let values = try await machines.play(
      "etcdctl get --print-value-only /signalbox/1/shop/x", on: "c", user: hasUsers ? "ada" : nil)
    #expect(values == "y\n")
  }

  @Test(arguments: [false, true]) func `a node is restored from a backup`(hasUsers: Bool) async throws {
    let machines = try RecipeMachines()
    let user = hasUsers ? "root" : nil
    try await startOne(machines)
    if hasUsers { try await addUsers(machines) }
    let document = try OperationsDocument.text(of: "ClusterOperations.md")
    let save = try #require(document.firstMatch(of: #/`(etcdctl snapshot save [^`]+)`/#)?.1)
    try await machines.play("etcdctl put /signalbox/1/shop/before 1\n\(save)", on: "a", user: user)
    try await machines.play("etcdctl put /signalbox/1/shop/after 1", on: "a", user: user)
    let block = try OperationsDocument.blocks().first {
      $0.contains("snapshot restore") && !$0.contains("--initial-cluster")
    }
    // The person who restores has no password.
    try await machines.play(restoring(try #require(block)), on: "a")
    let keys = try await machines.play(
      "etcdctl get --prefix --keys-only /signalbox/1/shop/", on: "a", user: hasUsers ? "ada" : nil)
    #expect(keys.split(separator: "\n") == ["/signalbox/1/shop/before"])
    if hasUsers {
      try await machines.play("if etcdctl get --prefix /signalbox/1/shop/; then exit 1; fi", on: "a")
    }
  }

  @Test(arguments: [false, true]) func `three nodes are restored from one backup`(hasUsers: Bool) async throws
  {
    let machines = try RecipeMachines()
    let user = hasUsers ? "root" : nil
    try await machines.play(try OperationsDocument.block(with: "ETCD_INITIAL_CLUSTER="))
    if hasUsers { try await addUsers(machines) }
    try await machines.play(
      "etcdctl put /signalbox/1/shop/before 1; etcdctl snapshot save backup.db", on: "a", user: user)
    try machines.copy("backup.db", from: "a")
    try await machines.play("sudo systemctl stop etcd")
    let block = try OperationsDocument.blocks().first {
      $0.contains("snapshot restore") && $0.contains("--initial-cluster")
    }
    try await machines.play(restoring(try #require(block)))
    await expectOneCluster(machines)
    let keys = try await machines.play(
      "etcdctl get --prefix --keys-only /signalbox/1/shop/", on: "c", user: hasUsers ? "ada" : nil)
    #expect(keys.split(separator: "\n") == ["/signalbox/1/shop/before"])
  }
}
#endif
