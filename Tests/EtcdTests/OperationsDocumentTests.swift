import EtcdServer
import Foundation
import TestSupport
import Testing

/// The commands of `etcdctl` in Documentation/ClusterOperations.md, played with a real etcd.
@Suite(.timeLimit(.minutes(15))) struct OperationsDocumentTests {
  /// How the nodes are set up.
  struct Setup: CustomTestStringConvertible {
    var nodes = 1
    var hasUsers = false
    var isEncrypted = false

    var testDescription: String {
      "\(nodes) nodes, \(hasUsers ? "users" : "no users"), \(isEncrypted ? "TLS" : "no TLS")"
    }
  }

  private static let setups = [
    Setup(), Setup(hasUsers: true), Setup(nodes: 3), Setup(nodes: 3, hasUsers: true, isEncrypted: true),
  ]
  private static let password = "secret"

  /// Runs commands, and returns what they print. Records an issue if they fail.
  @discardableResult
  private func run(_ commands: String, _ etcd: EtcdServer, _ setup: Setup, in scratch: Scratch) async throws
    -> String
  {
    var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    environment["ETCDCTL_API"] = "3"
    environment["ETCDCTL_ENDPOINTS"] = etcd.endpoints.joined(separator: ",")
    environment["ETCDCTL_CACERT"] = etcd.authority?.path
    if setup.hasUsers { environment["ETCDCTL_USER"] = "root:\(Self.password)" }
    return try await PlayedCommands.run(
      OperationsDocument.patientClient + commands, environment: environment, directory: scratch.path)
  }

  @Test(.slow, arguments: setups)
  func `a full store is emptied, and writes again`(setup: Setup) async throws {
    let etcd = try await EtcdServer(
      nodes: setup.nodes, isEncrypted: setup.isEncrypted, password: setup.hasUsers ? Self.password : nil,
      quota: 1 << 20)
    let scratch = try Scratch()
    let filling = """
      head -c 200000 /dev/zero | tr '\\0' x >big
      for i in 1 2 3 4 5 6 7 8 9 10; do etcdctl put big <big >out 2>&1 || break; done
      grep -q 'space exceeded' out || { cat out; exit 1; }
      """
    try await run(filling, etcd, setup, in: scratch)
    try await run("if etcdctl put a b; then exit 1; fi", etcd, setup, in: scratch)
    try await run(try OperationsDocument.block(with: "alarm disarm"), etcd, setup, in: scratch)
    try await run("etcdctl put a b", etcd, setup, in: scratch)
    try await expectEqual(run("etcdctl alarm list", etcd, setup, in: scratch), "")
  }

  @Test(.slow, arguments: [false, true])
  func `users can use the keys of the realm, and no others`(isEncrypted: Bool)
    async throws
  {
    let etcd = try await EtcdServer(isEncrypted: isEncrypted)
    let scratch = try Scratch()
    // The person types the passwords.
    let commands = try OperationsDocument.block(with: "auth enable")
      .replacing("user add ada", with: "user add ada:\(Self.password)")
      .replacing("user add root", with: "user add root:\(Self.password)")
    try await run(commands, etcd, Setup(), in: scratch)
    let user = "etcdctl --user ada:\(Self.password)"
    try await run(
      """
      \(user) put /signalbox/1/shop/x y
      \(user) get --prefix /signalbox/1/shop/
      if \(user) put /signalbox/1/other/x y; then exit 1; fi
      if etcdctl get --prefix /signalbox/1/shop/; then exit 1; fi
      """, etcd, Setup(), in: scratch)
  }

  @Test(.slow, arguments: setups) func `a backup is saved`(setup: Setup)
    async throws
  {
    let etcd = try await EtcdServer(
      nodes: setup.nodes, isEncrypted: setup.isEncrypted, password: setup.hasUsers ? Self.password : nil)
    let scratch = try Scratch()
    let document = try OperationsDocument.text(of: "ClusterOperations.md")
    let command = try #require(document.firstMatch(of: #/`(etcdctl snapshot save [^`]+)`/#)?.1)
    try await run(
      "ETCDCTL_ENDPOINTS=${ETCDCTL_ENDPOINTS%%,*}\n\(command)\ntest -s backup.db", etcd, setup, in: scratch)
  }

  /// Where each block of commands is played: here, by `NodeRecipeTests` and by `OperationsCommandTests`.
  @Test func `all blocks of commands are played`() throws {
    let marks = [
      "ETCD_INITIAL_CLUSTER=", "member update", "member add", "export ETCDCTL_CACERT", "auth enable",
      "snapshot restore", "snapshot restore", "signalbox takeover", "alarm disarm",
    ]
    let blocks = try OperationsDocument.blocks()
    #expect(blocks.count == marks.count)
    for (block, mark) in zip(blocks, marks) { #expect(block.contains(mark), "\(block)") }
  }

  /// The variables that the document names say the same as those by which its commands are played here.
  @Test func `the variables of etcdctl are those of the other tests`() throws {
    let block = try OperationsDocument.block(with: "export ETCDCTL_CACERT")
    let names = block.split(separator: "\n").map { $0.dropFirst("export ".count).prefix { $0 != "=" } }
    #expect(names == ["ETCDCTL_ENDPOINTS", "ETCDCTL_CACERT", "ETCDCTL_USER"])
  }
}
