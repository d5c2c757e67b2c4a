import EtcdServer
import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The commands of `signalbox` in Documentation/ClusterOperations.md, played as they are written, without and
/// with users. The user may use the keys of the realm, and nothing else.
@Suite(.timeLimit(.minutes(15)), .slow, .ownThreads) struct OperationsCommandTests {
  private static let actions = """
      deploy: { run: 'echo begun; read line < gate', shared: true, while-running: { concurrent: 2 } }
    """

  private static var document: String {
    get throws {
      let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return try String(
        contentsOf: project.appending(path: "Documentation/ClusterOperations.md"), encoding: .utf8)
    }
  }

  /// An etcd, in which `ada` may use the keys of the realm if there are users.
  private func etcd(hasUsers: Bool) async throws -> EtcdServer {
    guard hasUsers else { return try await EtcdServer() }
    let etcd = try await EtcdServer(password: "root")
    let answer = try await etcd.call("auth/authenticate", #"{"name": "root", "password": "root"}"#)
    let token = try #require(answer.firstMatch(of: #/"token":"([^"]+)"/#)?.1)
    func text(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    for (function, json) in [
      ("auth/role/add", #"{"name": "signalbox"}"#),
      (
        "auth/role/grant",
        #"{"name": "signalbox", "perm": {"permType": "READWRITE", "key": "\#(text("/signalbox/1/shop/"))", "range_end": "\#(text("/signalbox/1/shop0"))"}}"#
      ),
      ("auth/user/add", #"{"name": "ada", "password": "secret"}"#),
      ("auth/user/grant", #"{"user": "ada", "role": "signalbox"}"#),
    ] {
      try await etcd.call(function, json, token: String(token))
    }
    return etcd
  }

  /// A board in a box of its own.
  private func machine(_ etcd: EtcdServer, hasUsers: Bool) throws -> Sandbox {
    let user = hasUsers ? ", user: ada, password-file: password" : ""
    let sandbox = try Sandbox(
      """
      cluster: { etcd: '\(etcd.endpoints[0])', realm: shop, board: web\(user) }
      actions:
      \(Self.actions)
      """, way: .served)
    try sandbox.write("secret\n", to: "password")
    return sandbox
  }

  /// Plays a line of the document.
  private func play(_ line: String, on sandbox: Sandbox) throws -> HeadlessProgram.Result {
    let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
    #expect(words.first == "signalbox")
    return try HeadlessProgram(Array(words.dropFirst()), way: .served, on: sandbox, board: nil).end()
  }

  /// The runs of the action, as the fleet tells them.
  private func runs(_ sandbox: Sandbox) throws -> [[String: Any]] {
    let fleet = try play("signalbox fleet --json", on: sandbox)
    #expect(fleet.status == 0, "\(fleet.messages)")
    let object = try JSONSerialization.jsonObject(with: fleet.outputBytes) as? [String: Any]
    let actions = object?["actions"] as? [[String: Any]]
    return actions?.first?["runs"] as? [[String: Any]] ?? []
  }

  @Test func `every command of the document is played here`() throws {
    let known: Set = [
      "signalbox fleet", "signalbox fleet --json", "signalbox dismiss", "signalbox stop",
      "signalbox takeover deploy --reason burnt", "signalbox takeover deploy --run NAME --reason burnt",
    ]
    let found = try Self.document.matches(of: #/(?m)`(signalbox [a-z][^`]*)`|^(signalbox [^#\n]*)/#).map {
      String($0.1 ?? $0.2 ?? "").trimmingCharacters(in: .whitespaces)
    }
    #expect(Set(found).isSubset(of: known), "\(Set(found).subtracting(known))")
    #expect(found.count >= 5, "\(found)")
  }

  @Test(arguments: [false, true]) func `lost runs are taken over, and boxes end`(hasUsers: Bool) async throws
  {
    let etcd = try await etcd(hasUsers: hasUsers)
    let (one, other) = (try machine(etcd, hasUsers: hasUsers), try machine(etcd, hasUsers: hasUsers))
    _ = try one.gate()
    var deploys: [HeadlessProgram] = []
    for _ in 0..<2 {
      let deploy = try HeadlessProgram(["run", "deploy", "--quiet"], way: .served, on: one, board: nil)
      #expect(deploy.line() == "begun")
      deploys.append(deploy)
    }
    try expectEqual(runs(other).count, 2)
    let watcher = try HeadlessProgram(["watch", "--json"], way: .served, on: other, board: nil)
    for process in Way.boxes(in: one.directory) { kill(process, SIGKILL) }
    #expect(try eventually { try runs(other).allSatisfy { $0["lost"] as? Bool == true } })

    let lines = try Self.document.components(separatedBy: "\n").filter {
      $0.hasPrefix("signalbox takeover")
    }
    let (all, named) = (try #require(lines.first), try #require(lines.last))
    let name = try #require(try runs(other).first?["run"] as? String)
    // The box may not have seen yet that the host is gone.
    #expect(try eventually { try play(named.replacing("NAME", with: name), on: other).status == 0 })
    try expectEqual(runs(other).count, 1)
    let taken = try play(all, on: other)
    #expect(taken.status == 0, "\(taken.messages)")
    #expect(try runs(other).isEmpty)
    let fleet = try play("signalbox fleet", on: other)
    #expect(fleet.output.contains("burnt"), "\(fleet.output)")

    let boxes = Way.boxes(in: other.directory)
    #expect(!boxes.isEmpty)
    try expectEqual(play("signalbox stop", on: other).status, 0)
    #expect(eventually { !boxes.contains(where: isAlive) })
    _ = try watcher.end()
    for deploy in deploys { _ = try deploy.end() }
  }

  @Test(arguments: [false, true]) func `a loss of data is dismissed`(hasUsers: Bool) async throws {
    let etcd = try await etcd(hasUsers: hasUsers)
    let sandbox = try machine(etcd, hasUsers: hasUsers)
    let gate = try sandbox.gate()
    let deploy = try HeadlessProgram(["run", "deploy", "--quiet"], way: .served, on: sandbox, board: nil)
    #expect(deploy.line() == "begun")
    // As after an older state was restored: the key of the run is gone.
    let (first, end) = ("/signalbox/1/shop/run/", "/signalbox/1/shop/run0")
    let key = { (text: String) in Data(text.utf8).base64EncodedString() }
    var token: String?
    if hasUsers {
      let answer = try await etcd.call("auth/authenticate", #"{"name": "ada", "password": "secret"}"#)
      token = answer.firstMatch(of: #/"token":"([^"]+)"/#).map { String($0.1) }
    }
    try await etcd.call(
      "kv/deleterange", #"{"key": "\#(key(first))", "range_end": "\#(key(end))"}"#, token: token)
    let says = { try self.play("signalbox why deploy", on: sandbox).output }
    #expect(try eventually { try says().contains("etcd has lost its data") })
    let check = try play("signalbox check", on: sandbox)
    #expect(check.status == 0)
    #expect(check.output.contains("the box of this board says of its etcd: etcd has lost its data"))
    try expectEqual(play("signalbox dismiss", on: sandbox).status, 0)
    #expect(try eventually { try !says().contains("etcd has lost its data") })
    #expect(try eventually { try runs(sandbox).count == 1 })
    gate.letThrough()
    try expectEqual(deploy.end().status, 0)
  }

  // MARK: Nodes that are not one cluster

  @Test func `why, check, list and the fleet name a node that is another etcd`() async throws {
    let (first, second) = (try await EtcdServer(isUsual: true), try await EtcdServer(isUsual: true))
    let sandbox = try Sandbox(
      """
      cluster: { etcd: ['\(first.endpoints[0])', '\(second.endpoints[0])'], realm: shop, board: web }
      actions:
        deploy: { run: 'true', shared: true }
      """, way: .served)
    let watcher = try HeadlessProgram(["watch"], way: .served, on: sandbox, board: nil)
    let sentence = "is another etcd: nodes must form one cluster"
    #expect(try eventually { try play("signalbox why deploy", on: sandbox).output.contains(sentence) })
    let check = try play("signalbox check", on: sandbox)
    #expect(check.output.contains(sentence), "\(check.output)")
    let list = try play("signalbox list", on: sandbox)
    #expect(list.output.contains(sentence), "\(list.output)")
    let run = try play("signalbox run deploy", on: sandbox)
    #expect(run.status == 3 || run.status == 75)
    #expect(run.messages.contains(sentence), "\(run.messages)")
    let fleet = try play("signalbox fleet", on: sandbox)
    #expect(fleet.status == 0, "\(fleet.messages)")
    #expect(fleet.output.contains(sentence), "\(fleet.output)")
    let json = try play("signalbox fleet --json", on: sandbox)
    #expect(json.output.contains(sentence), "\(json.output)")
    let panel = try sandbox.panel()
    try panel.waitFor("is another etcd")
    panel.send("q")
    _ = try panel.waitForEnd()
    try expectEqual(play("signalbox stop", on: sandbox).status, 0)
    _ = try watcher.end()
    // Without a box, nobody is asked.
    #expect(try !play("signalbox check", on: sandbox).output.contains(sentence))
  }
}
