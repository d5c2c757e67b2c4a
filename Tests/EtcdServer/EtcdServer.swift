internal import Foundation
internal import Synchronization
package import TestSupport

/// A real etcd on the loopback interface, of one node or several, with its data in a temporary directory.
///
///     let etcd = try await EtcdServer(nodes: 3)
///     etcd.kill(try await etcd.leader)
///
/// The nodes are killed when it is released, and when this process ends in whatever way.
package final class EtcdServer: Sendable {
  package enum Failure: Error, CustomStringConvertible {
    case notInstalled
    /// What is at this path is no etcd.
    case unusable(String)
    /// The test does not say that it needs etcd, with `.slow`.
    case notFast
    /// A node has ended while it started.
    case ended(log: String)
    case refused(String)
    case noLeader

    package var description: String {
      switch self {
      case .notInstalled:
        "etcd is not installed, which these tests need: apt-get install etcd-server (macOS: brew install etcd)"
      case .unusable(let path): "\(path) does not say which version of etcd it is"
      case .notFast: "a test that is not `.slow` starts etcd in a fast run"
      case .ended(let log): "etcd has ended: \(log)"
      case .refused(let reason): "etcd refuses: \(reason)"
      case .noLeader: "the nodes have no leader"
      }
    }
  }

  /// The name of the user, if there is a password.
  package static let user = "root"

  /// The addresses for clients, by node.
  package let endpoints: [String]
  /// Who has issued the certificates of the nodes; nil without TLS.
  package let authority: TestAuthority?
  private let place: EtcdPlace
  private let scratch: Scratch
  private let arguments: [[String]]
  private let programs: Mutex<[EtcdProgram?]>

  /// Starts the nodes, and returns when they answer.
  /// - Parameters:
  ///   - nodes: How many.
  ///   - isEncrypted: Whether clients need TLS.
  ///   - password: The password of the user ``user``, who may do everything; nil without users.
  ///   - isUsual: Whether a single node is set up in the usual way, which gives each one the same numbers.
  ///   - quota: The largest size of the file with the data, in bytes; nil for that of etcd.
  ///   - options: Further options of etcd.
  package init(
    nodes: Int = 1, isEncrypted: Bool = false, password: String? = nil, isUsual: Bool = false,
    quota: Int? = nil, options: [String] = []
  ) async throws {
    if isFastRun { throw Failure.notFast }
    let place = await EtcdPlace.take()
    let scratch = try Scratch()
    let authority = isEncrypted ? try TestAuthority() : nil
    var common = options + ["--logger", "zap", "--log-outputs", "stderr"]
    if let files = try authority?.issue(days: 1) {
      common += ["--cert-file", files.certificate, "--key-file", files.key]
    }
    if let quota { common += ["--quota-backend-bytes", "\(quota)"] }
    var remaining = 5
    while true {
      var addresses = Addresses(nodes: nodes, scheme: isEncrypted ? "https" : "http")
      if isUsual { addresses.advertised = ["http://localhost:2380"] }
      let folder = "\(scratch.path)/\(remaining)"
      let arguments = (0..<nodes).map { addresses.options(of: $0, in: folder) + common }
      do {
        programs = Mutex(try await Self.start(arguments))
        (self.arguments, self.scratch, self.authority, endpoints) = (
          arguments, scratch, authority, addresses.endpoints
        )
        self.place = place
        break
      } catch Failure.ended(let log) where log.contains("address already in use") && remaining > 1 {
        // Another process was faster.
        remaining -= 1
      }
    }
    if let password { try await enableUsers(password) }
  }

  deinit {
    programs.withLock { programs in
      for program in programs { program?.kill() }
    }
  }

  private struct Addresses {
    let endpoints: [String]
    let peers: [String]
    /// Where the nodes say that they are.
    var advertised: [String]

    init(nodes: Int, scheme: String) {
      let ports = FreePorts.take(2 * nodes)
      endpoints = ports.prefix(nodes).map { "\(scheme)://127.0.0.1:\($0)" }
      peers = ports.dropFirst(nodes).map { "http://127.0.0.1:\($0)" }
      advertised = peers
    }

    func options(of index: Int, in folder: String) -> [String] {
      let cluster = advertised.enumerated().map { "n\($0)=\($1)" }.joined(separator: ",")
      return [
        "--name", "n\(index)", "--data-dir", "\(folder)/n\(index)", "--listen-client-urls",
        endpoints[index], "--advertise-client-urls", endpoints[index], "--listen-peer-urls", peers[index],
        "--initial-advertise-peer-urls", advertised[index], "--initial-cluster", cluster,
      ]
    }
  }

  private static func start(_ arguments: [[String]]) async throws -> [EtcdProgram?] {
    try await withThrowingTaskGroup(of: (Int, EtcdProgram).self) { group in
      for (index, arguments) in arguments.enumerated() {
        group.addTask { (index, try await EtcdProgram.start(arguments)) }
      }
      var programs: [EtcdProgram?] = Array(repeating: nil, count: arguments.count)
      do {
        for try await (index, program) in group { programs[index] = program }
      } catch {
        // Nodes that wait for one that has ended would wait for ever.
        group.cancelAll()
        for program in programs { program?.kill() }
        throw error
      }
      return programs
    }
  }

  private func enableUsers(_ password: String) async throws {
    try await call("auth/user/add", #"{"name": "\#(Self.user)", "password": "\#(password)"}"#)
    try await call("auth/role/add", #"{"name": "root"}"#)
    try await call("auth/user/grant", #"{"user": "\#(Self.user)", "role": "root"}"#)
    try await call("auth/enable", "{}")
  }

  // MARK: Nodes

  /// Starts a node that was killed, and returns when it answers. Enough others must run.
  package func start(_ index: Int) async throws {
    let program = try await EtcdProgram.start(arguments[index])
    programs.withLock { $0[index] = program }
  }

  /// Kills a node with `kill -9`.
  package func kill(_ index: Int) {
    programs.withLock { programs in
      defer { programs[index] = nil }
      return programs[index]
    }?
    .kill()
  }

  /// Deletes the data of a node that was killed: the next start begins with an empty store.
  package func erase(_ index: Int) throws {
    let options = arguments[index]
    guard let place = options.firstIndex(of: "--data-dir") else { return }
    try FileManager.default.removeItem(atPath: options[place + 1])
  }

  /// Stops a node: the system still accepts connections for it.
  package func pause(_ index: Int) { programs.withLock { $0[index] }?.pause() }

  /// Continues a node that was paused.
  package func resume(_ index: Int) { programs.withLock { $0[index] }?.signal(SIGCONT) }

  /// The process of a node; nil if it was killed.
  package func processIdentifier(of index: Int) -> Int32? {
    programs.withLock { $0[index]?.processIdentifier }
  }

  /// The index of the leader, according to itself.
  package var leader: Int {
    get async throws {
      for index in endpoints.indices where processIdentifier(of: index) != nil {
        guard let text = try? await call("maintenance/status", "{}", node: index),
          let status = try? JSONDecoder().decode(Status.self, from: Data(text.utf8))
        else { continue }
        if status.leader == status.header.member { return index }
      }
      throw Failure.noLeader
    }
  }

  private struct Status: Decodable {
    struct Header: Decodable {
      let member: String

      enum CodingKeys: String, CodingKey { case member = "member_id" }
    }

    let header: Header
    let leader: String
  }

  /// Calls a function of the gateway, such as `kv/compaction`, and returns the answer.
  @discardableResult
  package func call(_ function: String, _ json: String, node: Int = 0, token: String? = nil) async throws
    -> String
  {
    try await GatewayCall.answer(to: "\(endpoints[node])/v3/\(function)", json: json, token: token)
  }
}
