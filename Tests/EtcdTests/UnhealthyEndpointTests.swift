import EtcdServer
import TestSupport
import Testing
import Transfers

@testable import Etcd

/// Servers that do not answer as etcd does.
@Suite(.timeLimit(.minutes(15)), .slow) struct UnhealthyEndpointTests {
  private static let header =
    #""header":{"cluster_id":"1","member_id":"2","revision":"3","raft_term":"4"}"#
  private static let page = FakeEndpoint.Reply.answer(type: "text/html", body: "<html>Welcome</html>")
  private static let redirect = FakeEndpoint.Reply.answer(
    status: 307, headers: "Location: http://127.0.0.1:1/\r\n", body: "")

  /// What is tried until the end of the time is tried a few times: the clock steps four times until then.
  private static let patience = Duration.seconds(40)

  /// The same for who never answers, which has to be waited for.
  private static let shortPatience = Duration.seconds(12)

  private func client(
    _ endpoints: String..., password: String? = nil, patience: Duration = Self.patience
  ) -> EtcdClient {
    let clock = SteppingClock(step: patience / 4)
    return EtcdClient(
      EtcdSettings(endpoints: endpoints, user: password.map { _ in "ada" }), password: { password ?? "" },
      random: { 0 }, now: { clock.now })
  }

  /// What is expected, where `U` is the address.
  private static let cases: [(FakeEndpoint.Reply, EtcdFailure)] = [
    (.silence(), .noAnswer("U: no answer in time")),
    (.silence(after: "HTTP/1.1 200 OK\r\nContent-Le"), .noAnswer("U: no answer in time")),
    (
      .silence(after: "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"header\":"),
      .noAnswer("U: no answer in time")
    ),
    (
      .bytes("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"header\":"),
      .noAnswer("U: connection closed in the middle of the answer")
    ),
    (
      .bytes("HTTP/1.1 200 OK\r\n\r\n{\"header\":{\"cluster_id\":\"1"),
      .noAnswer("U: the answer is incomplete")
    ),
    (.bytes(""), .noAnswer("U: connection closed without an answer")),
    (.reset, .noAnswer("U: connection closed without an answer")),
    (.answer(status: 500, body: "oh"), .noAnswer("U: it answers with the status 500")),
    (.answer(status: 502, type: "text/html", body: "<html>"), .noAnswer("U: it answers with the status 502")),
    (
      .answer(status: 503, body: #"{"error":"x","message":"etcdserver: request timed out","code":14}"#),
      .noAnswer("U: etcdserver: request timed out")
    ),
    (
      .endless(after: "HTTP/1.1 200 OK\r\n\r\n{", " "),
      .noAnswer("U: the answer is too large")
    ),
    (page, .notEtcd("U: the answer is not etcd's")), (redirect, .notEtcd("U: it answers with a redirect")),
    (.answer(body: "{}"), .notEtcd("U: the answer is not etcd's")),
    (.answer(status: 404, body: "nothing"), .notEtcd("U: it answers with the status 404")),
    (.answer(status: 403, body: ""), .notEtcd("U: it answers with the status 403")),
    (.bytes("SSH-2.0-OpenSSH\r\n"), .notEtcd("U: the answer is not HTTP")),
    (
      .answer(status: 503, body: #"{"error":"x","message":"etcdserver: no leader","code":14}"#),
      .noLeader("U: etcdserver: no leader")
    ),
  ]

  @Test(arguments: cases)
  func `a write is sent to the next node only if the first one has not performed it`(
    reply: FakeEndpoint.Reply, failure: EtcdFailure
  ) async throws {
    let endpoint = try FakeEndpoint(reply)
    let patience = reply.isSilence ? Self.shortPatience : Self.patience
    let alone = await client(endpoint.url, patience: patience).failure(.put("a"), within: patience)
    #expect(alone.map { "\($0)".replacing(endpoint.url, with: "U") } == "\(failure)")
    #expect(alone?.mayHaveBeenApplied == failure.mayHaveBeenApplied)
    let next = try FakeEndpoint(
      .answer(body: #"{\#(Self.header),"succeeded":true,"responses":[{"response_put":{}}]}"#))
    let first = try FakeEndpoint(reply)
    let both = await client(first.url, next.url, patience: patience).failure(.put("a"), within: patience)
    #expect((both == nil) == !failure.mayHaveBeenApplied)
    #expect(next.requests.isEmpty == failure.mayHaveBeenApplied)
    #expect(first.requests.count { $0.path == "/v3/kv/txn" } == 1)
  }

  @Test(arguments: cases)
  func `a read is sent to the next node whatever the first one does`(
    reply: FakeEndpoint.Reply, failure: EtcdFailure
  ) async throws {
    let first = try FakeEndpoint(reply)
    let next = try FakeEndpoint(
      .answer(body: #"{\#(Self.header),"succeeded":true,"responses":[{"response_range":{}}]}"#))
    #expect(
      try await client(first.url, next.url).entries(EtcdRange(key: "a"), within: Self.patience).isEmpty)
  }

  @Test func `a node that has failed is not asked again while others answer`() async throws {
    let failing = try FakeEndpoint(Self.page)
    let body = #"{\#(Self.header),"succeeded":true,"responses":[{"response_put":{}}]}"#
    let next = try FakeEndpoint(.answer(body: body))
    let client = client(failing.url, next.url)
    for _ in 0..<5 { try await client.put("a", "1") }
    #expect(failing.requests.count == 1)
    #expect(next.requests.count == 5)
  }

  @Test func `nodes that had no leader are asked again though another one is silent`() async throws {
    let found = #"{\#(Self.header),"succeeded":true,"responses":[{"response_range":{}}]}"#
    let electing = try FakeEndpoint { _, number in
      number == 0
        ? .answer(status: 503, body: #"{"error":"x","message":"etcdserver: leader changed","code":14}"#)
        : .answer(body: found)
    }
    let silent = try FakeEndpoint(.silence())
    // The time that passes: half of it is that of the silent one.
    let client = EtcdClient(EtcdSettings(endpoints: [electing.url, silent.url]), random: { 0 })
    #expect(try await client.entries(EtcdRange(key: "a"), within: .seconds(40)).isEmpty)
    #expect(electing.requests.count == 2)
    #expect(silent.requests.count == 1)
  }

  @Test func `what etcd refuses is refused by all nodes`() async throws {
    let refusing = try FakeEndpoint(.answer(status: 400, body: #"{"error":"no","message":"no","code":3}"#))
    let next = try FakeEndpoint(.reset)
    let failure = await client(refusing.url, next.url).failure(.put("a"))
    #expect(failure == .refused(code: 3, "\(refusing.url): no"))
    #expect(next.requests.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a node that cannot be connected to is passed over`(isBusy: Bool) async throws {
    let port = try ClosedPort(isBusy: isBusy)
    let patience = isBusy ? Self.shortPatience : Self.patience
    let alone = await client(port.url, patience: patience).failure(.put("a"), within: patience)
    let reason = isBusy ? "no answer in time" : "connection refused"
    #expect(alone == .unreachable("\(port.url): \(reason)"))
    let etcd = try await EtcdServer()
    try await client(port.url, etcd.endpoints[0]).put("a", "1")
  }

  @Test(arguments: [false, true])
  func `a round that the end of the time cuts short does not hide the reason`(isReversed: Bool) async throws {
    let (closed, page) = (try ClosedPort(isBusy: false), try FakeEndpoint(Self.page))
    let nodes = isReversed ? [page.url, closed.url] : [closed.url, page.url]
    // The clock steps by ten seconds: there is time for a round, and for the first node of the next one.
    let failure = await client(nodes[0], nodes[1]).failure(.put("a"), within: .seconds(45))
    #expect(failure == .notEtcd("\(page.url): the answer is not etcd's"))
  }

  @Test func `a write is sent once, also when its connection turns out to be closed`() async throws {
    let put = #"{\#(Self.header),"succeeded":true,"responses":[{"response_put":{}}]}"#
    let endpoint = try FakeEndpoint { _, number in
      // The first answer leaves the connection open. The second request is read, and not answered.
      number == 0 ? .answer(body: put) : .bytes("")
    }
    let client = client(endpoint.url)
    try await client.put("a", "1")
    let failure = await client.failure(.put("a", "2"))
    #expect(failure == .noAnswer("\(endpoint.url): connection closed without an answer"))
    #expect(endpoint.requests.count == 2)
  }

  @Test func `an old etcd is told by its version`() async throws {
    let old = try FakeEndpoint { request, _ in
      request.path == "/version"
        ? .answer(body: #"{"etcdserver":"3.3.27","etcdcluster":"3.3.0"}"#)
        : .answer(status: 404, type: "text/plain", body: "404 page not found\n")
    }
    await expectEqual(client(old.url).failure(.put("a")), .tooOld(version: "3.3.27"))
    await expectEqual(WatchEvents(client(old.url), "a", from: 1).next(), .ended(.tooOld(version: "3.3.27")))
    let claims = try FakeEndpoint(.answer(body: #"{\#(Self.header),"version":"3.3.0"}"#))
    await expectEqual(client(claims.url).failure(.status), .tooOld(version: "3.3.0"))
    let newer = try FakeEndpoint(.answer(body: #"{\#(Self.header),"version":"3.10.0"}"#))
    await expectEqual(client(newer.url).failure(.status), nil)
  }

  @Test func `the password is sent to the endpoint only, and a redirect is not followed`() async throws {
    let other = try FakeEndpoint(.answer(body: "{}"))
    let redirecting = try FakeEndpoint(
      .answer(status: 307, headers: "Location: \(other.url)/v3/auth/authenticate\r\n", body: ""))
    let failure = await client(redirecting.url, password: "secret").failure(.put("a"))
    #expect(failure == .notEtcd("\(redirecting.url): it answers with a redirect"))
    #expect(redirecting.requests.map(\.path) == ["/v3/auth/authenticate"])
    #expect(other.requests.isEmpty)
  }

  @Test func `a write whose token did not come was not sent`() async throws {
    let endpoint = try FakeEndpoint(.silence())
    let client = client(endpoint.url, password: "secret", patience: Self.shortPatience)
    let failure = await client.failure(.put("a"), within: Self.shortPatience)
    #expect(failure == .unreachable("\(endpoint.url): no answer in time"))
    #expect(Set(endpoint.requests.map(\.path)) == ["/v3/auth/authenticate"])
  }

  @Test func `a request has its token and asks for a leader`() async throws {
    let endpoint = try FakeEndpoint { request, _ in
      request.path.hasSuffix("authenticate")
        ? .answer(body: #"{\#(Self.header),"token":"abc.7"}"#)
        : .answer(body: #"{\#(Self.header),"succeeded":true,"responses":[{"response_put":{}}]}"#)
    }
    try await client(endpoint.url + "/", password: "secret").put("a", "1")
    let requests = endpoint.requests
    #expect(requests.map(\.path) == ["/v3/auth/authenticate", "/v3/kv/txn"])
    #expect(requests[0].body == #"{"name":"ada","password":"secret"}"#)
    #expect(requests[1].headers.contains("\r\nAuthorization: abc.7\r\n"))
    #expect(requests[1].headers.contains("\r\nGrpc-Metadata-hasleader: true\r\n"))
  }

  @Test func `a request that is cancelled while it connects was not sent`() async throws {
    let port = try ClosedPort(isBusy: true)
    let client = client(port.url)
    let task = Task { await client.failure(.put("a"), within: .seconds(600)) }
    while !client.isBusy { await Task.yield() }
    task.cancel()
    await expectEqual(task.value, .unreachable("\(port.url): cancelled"))
    while client.isBusy { await Task.yield() }
  }

  @Test func `a request that is cancelled after it was sent may have been performed`() async throws {
    let endpoint = try FakeEndpoint(.silence())
    let client = client(endpoint.url)
    let task = Task { await client.failure(.put("a"), within: .seconds(600)) }
    while endpoint.requests.isEmpty { await Task.yield() }
    task.cancel()
    await expectEqual(task.value, .noAnswer("\(endpoint.url): cancelled"))
    while client.isBusy { await Task.yield() }
  }

  @Test func `without libcurl a request and a watch say what is missing`() async throws {
    let client = EtcdClient(EtcdSettings(endpoints: ["http://127.0.0.1:1"]), libraries: ["libnowhere.so.4"])
    await expectEqual(client.failure(within: .seconds(600)), .unreachable("\(NetworkFailure.noLibrary)"))
    await expectEqual(
      WatchEvents(client, "a", from: 1).next(), .ended(.unreachable("\(NetworkFailure.noLibrary)")))
  }

  @Test func `without endpoints nothing is reachable`() async throws {
    await expectEqual(client().failure(), .unreachable("there are no endpoints"))
    await expectEqual(
      WatchEvents(client(), "a", from: 1).next(), .ended(.unreachable("there are no endpoints")))
  }
}
