import EtcdServer
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Etcd

@Suite(.timeLimit(.minutes(15))) struct EtcdWatchTests {
  @Test(.slow)
  func `changes come in order from the first revision, those of one transaction together`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    try await client.put("a/0", "before")
    let first = try await client.put("a/1", "1").revision
    let events = WatchEvents(client, "a/", from: first)
    guard case .created(let header)? = await events.next() else {
      Issue.record("the watch has not begun")
      return
    }
    #expect(header.revision == first)
    var all = [try await events.changes()]
    try await client.put("b/1", "elsewhere")
    try await client.transact(EtcdTransaction(success: [.put("a/2", "2"), .delete(EtcdRange(key: "a/0"))]))
    while all.joined().count < 3, case .changes(_, let changes)? = await events.next() { all.append(changes) }
    #expect(all.map { $0.map(\.key) } == [["a/1"], ["a/2", "a/0"]])
    guard case .put(let entry)? = all.first?.first else {
      Issue.record("the first change is \(String(describing: all.first?.first))")
      return
    }
    #expect(entry.value == Array("1".utf8))
    #expect(all.last?.last == .delete(key: "a/0", modRevision: first + 2))
  }

  @Test(.slow)
  func `changes that are no longer stored end the watch with their revision`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    for index in 1...5 { try await client.put("a", "\(index)") }
    let last = try await client.put("a", "6").revision
    try await etcd.call("kv/compaction", #"{"revision": "\#(last)"}"#)
    let events = WatchEvents(client, "a", from: last - 3)
    var event = await events.next()
    if case .created = event { event = await events.next() }
    #expect(event == .compacted(last))
    while client.watchCount > 0 { await Task.yield() }
    let later = WatchEvents(client, "a", from: last)
    guard case .created(let header)? = await later.next() else {
      Issue.record("the watch has not begun")
      return
    }
    #expect(header.revision == last)
    try await expectEqual(later.changes().count, 1)
  }

  @Test(.slow)
  func `a watch ends when its node has ended`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let events = WatchEvents(client, "a", from: 1)
    _ = await events.next()
    etcd.kill(0)
    guard case .ended(.noAnswer)? = await events.next() else {
      Issue.record("the watch has not ended")
      return
    }
  }

  @Test(.slow)
  func `a watch ends when another request to its node has no answer`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let events = WatchEvents(client, "a", from: 1)
    _ = await events.next()
    etcd.pause(0)
    // What the node was doing when it was paused may still be answered.
    var failure: EtcdFailure?
    while failure == nil { failure = await client.failure(.keepAlive(lease: 1), within: .milliseconds(300)) }
    #expect(failure == .noAnswer("\(etcd.endpoints[0]): no answer in time"))
    await expectEqual(events.next(), .ended(.noAnswer("\(etcd.endpoints[0]): no answer in time")))
    etcd.resume(0)
    try await expectEqual(client.keepAlive(1), 0)
  }

  @Test func `a watch without its node ends as unreachable`() async throws {
    let port = try ClosedPort()
    let events = WatchEvents(EtcdClient(EtcdSettings(endpoints: [port.url])), "a", from: 1)
    await expectEqual(events.next(), .ended(.unreachable("\(port.url): connection refused")))
  }

  @Test(
    .slow,
    arguments: [
      (.silence(), .noAnswer("U: no answer in time")),
      (
        FakeEndpoint.Reply.answer(body: "{\"result\":{\"head"),
        EtcdFailure.noAnswer("U: the answer is incomplete")
      ),
      (.answer(body: "<html>\n"), .notEtcd("U: the answer is not etcd's")),
      (
        .answer(status: 301, headers: "Location: http://127.0.0.1:1/\r\n", body: ""),
        .notEtcd("U: it answers with a redirect")
      ),
      (.answer(status: 502, body: "<html>"), .noAnswer("U: it answers with the status 502")),
      (.answer(body: ""), .noAnswer("U: the answer is incomplete")),
      (
        .answer(body: #"{"error":{"grpc_code":14,"http_code":503,"message":"etcdserver: no leader"}}"#),
        .noLeader("U: etcdserver: no leader")
      ),
      (.bytes("SSH-2.0\r\n"), .notEtcd("U: the answer is not HTTP")),
      (.endless(after: "HTTP/1.1 200 OK\r\n\r\n", "x"), .noAnswer("U: the answer is too large")),
    ])
  func `a watch that is none ends with the reason`(reply: FakeEndpoint.Reply, failure: EtcdFailure)
    async throws
  {
    let endpoint = try FakeEndpoint(reply)
    let events = WatchEvents(EtcdClient(EtcdSettings(endpoints: [endpoint.url])), "a", from: 1)
    guard case .ended(let reason)? = await events.next() else {
      Issue.record("the watch has not ended")
      return
    }
    #expect("\(reason)".replacing(endpoint.url, with: "U") == "\(failure)")
    #expect(reason.mayHaveBeenApplied == failure.mayHaveBeenApplied)
  }

  @Test(.slow)
  func `a cancelled watch reports nothing more, and its connection is closed`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let seen = Recorded<EtcdWatchEvent>()
    let events = WatchEvents(client, "a", from: 1)
    _ = await events.next()
    let watch = client.watch(prefix: "a", from: 1) { seen.append($0) }
    while seen.values.isEmpty { await Task.yield() }
    watch.cancel()
    while client.watchCount > 1 { await Task.yield() }
    try await client.put("a", "1")
    _ = await events.next()
    #expect(seen.values.count == 1)
  }

  #if os(Linux)
  @Test(.slow)
  func `the thread of a watch sleeps while nothing changes`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let thread = Mutex("")
    let seen = Recorded<EtcdWatchEvent>()
    let watch = client.watch(prefix: "a", from: 1) { event in
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      thread.withLock { $0 = path ?? "" }
      seen.append(event)
    }
    while seen.values.isEmpty { await Task.yield() }
    // What is left of the beginning: the request above, and its time limit.
    try await client.put("b", "1")
    let path = "/proc/\(thread.withLock { $0 })/status"
    func wakeUps() throws -> String? {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return text.split(separator: "\n").first { $0.hasPrefix("voluntary") }.map(String.init)
    }
    var before = try wakeUps()
    var sameSince = ContinuousClock.now
    // Time must pass: six seconds are more than any limit of the beginning.
    while ContinuousClock.now - sameSince < .seconds(6) {
      try await Task.sleep(for: .milliseconds(100))
      let now = try wakeUps()
      if now != before { (before, sameSince) = (now, .now) }
      try #require(ContinuousClock.now - sameSince < .seconds(60))
    }
    withExtendedLifetime(watch) {}
  }
  #endif
}
