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

  private static var document: String {
    get throws {
      let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return try String(
        contentsOf: project.appending(path: "Documentation/ClusterOperations.md"), encoding: .utf8)
    }
  }

  /// The block of commands of the document that contains a text.
  private static func block(with text: String) throws -> String {
    try #require(try blocks.first { $0.contains(text) })
  }

  private static var blocks: [String] {
    get throws {
      try document.components(separatedBy: "\n```\n").filter {
        $0.hasPrefix("etcdctl") || $0.hasPrefix("rev=")
      }
    }
  }

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
    let output = Pipe()
    let program = try ChildProgram(
      "/bin/sh", ["-euc", commands], environment: environment, directory: scratch.path,
      output: .pipe(output), errors: nil)
    let text = await output.textToEnd()
    #expect(program.waitForEnd().code == 0, "\(commands)\n\(text)")
    return text
  }

  @Test(arguments: setups) func `a full store is emptied, and writes again`(setup: Setup) async throws {
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
    try await run(try Self.block(with: "alarm disarm"), etcd, setup, in: scratch)
    try await run("etcdctl put a b", etcd, setup, in: scratch)
    #expect(try await run("etcdctl alarm list", etcd, setup, in: scratch) == "")
  }

  @Test(arguments: [false, true]) func `users can use the keys of the realm, and no others`(isEncrypted: Bool)
    async throws
  {
    let etcd = try await EtcdServer(isEncrypted: isEncrypted)
    let scratch = try Scratch()
    // The person types the passwords.
    let commands = try Self.block(with: "auth enable")
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

  @Test(arguments: setups) func `a backup is saved`(setup: Setup) async throws {
    let etcd = try await EtcdServer(
      nodes: setup.nodes, isEncrypted: setup.isEncrypted, password: setup.hasUsers ? Self.password : nil)
    let scratch = try Scratch()
    let command = try #require(Self.document.firstMatch(of: #/`(etcdctl snapshot save [^`]+)`/#)?.1)
    try await run(
      "ETCDCTL_ENDPOINTS=${ETCDCTL_ENDPOINTS%%,*}\n\(command)\ntest -s backup.db", etcd, setup, in: scratch)
  }

  /// A command in a block that no test here plays would be noticed.
  @Test func `all blocks of commands are played`() throws {
    let blocks = try Self.blocks
    #expect(blocks.count == 2, "\(blocks)")
  }
}

extension Pipe {
  /// All that arrives until its end, read on a thread of its own.
  fileprivate func textToEnd() async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let data = (try? fileHandleForReading.readToEnd()) ?? nil
        continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
      }
    }
  }
}
