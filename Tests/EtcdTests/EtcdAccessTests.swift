import EtcdServer
import TestSupport
import Testing

@testable import Etcd

/// Users, and certificates.
@Suite(.timeLimit(.minutes(15)), .slow) struct EtcdAccessTests {
  private func client(
    _ etcd: EtcdServer, user: String? = EtcdServer.user, _ password: @escaping @Sendable () throws -> String
  ) -> EtcdClient {
    EtcdClient(EtcdSettings(endpoints: etcd.endpoints, user: user), password: password)
  }

  @Test func `the right password is needed`() async throws {
    let etcd = try await EtcdServer(password: "secret")
    let right = client(etcd) { "secret" }
    try await right.put("a", "1")
    let events = WatchEvents(right, "a", from: 1)
    guard case .created = await events.next() else {
      Issue.record("the watch has not begun")
      return
    }
    let url = etcd.endpoints[0]
    let wrong = client(etcd) { "wrong" }
    let reason = EtcdFailure.authentication(
      "\(url): etcdserver: authentication failed, invalid user ID or password")
    await expectEqual(wrong.failure(.put("a")), reason)
    await expectEqual(WatchEvents(wrong, "a", from: 1).next(), .ended(reason))
    let nobody = client(etcd, user: nil) { "" }
    await expectEqual(nobody.failure(.put("a")), .authentication("\(url): etcdserver: user name is empty"))
    guard case .ended(.authentication)? = await WatchEvents(nobody, "a", from: 1).next() else {
      Issue.record("the watch has begun")
      return
    }
  }

  @Test func `a password that cannot be read is told`() async throws {
    struct Missing: Error, CustomStringConvertible { let description = "no such file" }
    let etcd = try await EtcdServer(password: "secret")
    let client = client(etcd) { throw Missing() }
    await expectEqual(client.failure(), .authentication("the password cannot be read: no such file"))
  }

  @Test func `a token that is no longer valid is replaced, also for a watch`() async throws {
    let etcd = try await EtcdServer(password: "secret")
    let passwords = Recorded<Int>()
    let client = client(etcd) {
      passwords.append(0)
      return "secret"
    }
    try await client.put("a", "1")
    try await client.put("a", "2")
    #expect(passwords.values.count == 1)
    try await endTokens(of: etcd)
    try await client.put("a", "3")
    #expect(passwords.values.count == 2)
    try await endTokens(of: etcd)
    let events = WatchEvents(client, "a", from: 1)
    guard case .created? = await events.next() else {
      Issue.record("the watch has not begun")
      return
    }
    #expect(passwords.values.count == 3)
  }

  /// Switches users off and on again, after which etcd knows no token any more.
  private func endTokens(of etcd: EtcdServer) async throws {
    let answer = try await etcd.call("auth/authenticate", #"{"name": "root", "password": "secret"}"#)
    let token = try #require(answer.firstMatch(of: /"token":"([^"]+)"/)).output.1
    try await etcd.call("auth/disable", "{}", token: String(token))
    try await etcd.call("auth/enable", "{}")
  }

  @Test func `requests at the same time need one token`() async throws {
    let etcd = try await EtcdServer(password: "secret")
    let passwords = Recorded<Int>()
    let client = client(etcd) {
      passwords.append(0)
      return "secret"
    }
    await withTaskGroup(of: EtcdFailure?.self) { group in
      for index in 0..<10 { group.addTask { await client.failure(.put("\(index)"), within: .seconds(600)) } }
      for await failure in group { #expect(failure == nil) }
    }
    #expect(passwords.values.count == 1)
  }

  @Test func `a user who must not write the key is refused`() async throws {
    let etcd = try await EtcdServer()
    try await etcd.call("auth/user/add", #"{"name": "ada", "password": "a"}"#)
    try await etcd.call("auth/user/add", #"{"name": "root", "password": "r"}"#)
    try await etcd.call("auth/role/add", #"{"name": "root"}"#)
    try await etcd.call("auth/user/grant", #"{"user": "root", "role": "root"}"#)
    // Until then, a user is not needed, and is ignored.
    let ada = client(etcd, user: "ada") { "a" }
    try await ada.put("a", "1")
    try await etcd.call("auth/enable", "{}")
    await expectEqual(
      ada.failure(.put("a")), .authentication("\(etcd.endpoints[0]): etcdserver: permission denied"))
    guard case .ended(.authentication)? = await WatchEvents(ada, "a", from: 1).next() else {
      Issue.record("the watch has begun")
      return
    }
  }

  @Test func `the authority in the file is trusted, and no other`() async throws {
    let etcd = try await EtcdServer(isEncrypted: true)
    let authority = try #require(etcd.authority)
    let client = etcd.client()
    try await client.put("a", "1")
    let events = WatchEvents(client, "a", from: 1)
    guard case .created = await events.next() else {
      Issue.record("the watch has not begun")
      return
    }
    let endpoints = etcd.endpoints
    func failure(_ trust: EtcdSettings.Trust, _ endpoints: [String]? = nil) async -> EtcdFailure? {
      let client = EtcdClient(EtcdSettings(endpoints: endpoints ?? etcd.endpoints, trust: trust))
      while true {
        let failure = await client.failure(.put("a"), within: .seconds(10))
        // On a busy machine, the last attempt may have no time for its handshake.
        guard case .unreachable(let reason)? = failure, reason.hasSuffix("no answer in time") else {
          return failure
        }
      }
    }
    let other = try TestAuthority()
    for trust: EtcdSettings.Trust in [.system, .file(other.path)] {
      guard case .unreachable(let reason) = await failure(trust) else {
        Issue.record("trusted")
        return
      }
      #expect(reason.hasPrefix("\(endpoints[0]): TLS failed"))
    }
    await expectEqual(failure(.anyone), nil)
    let missing = authority.scratch.path + "/none.pem"
    await expectEqual(
      failure(.file(missing)), .unreachable("`ca` cannot be used: \(missing): No such file or directory"))
    // Without TLS, to a port that needs it, and the other way round.
    let plain = endpoints[0].replacing("https", with: "http")
    await expectEqual(failure(.system, [plain]), .noAnswer("\(plain): connection closed without an answer"))
    let open = try await EtcdServer()
    let encrypted = open.endpoints[0].replacing("http", with: "https")
    guard case .unreachable(let reason) = await failure(.file(authority.path), [encrypted]) else {
      Issue.record("reached")
      return
    }
    #expect(reason.hasPrefix("\(encrypted): TLS failed"))
  }
}
