import EtcdServer
import TestSupport
import Testing

@testable import Etcd

/// Three nodes, and what happens to a client when they fail.
@Suite(.timeLimit(.minutes(15)), .slow) struct EtcdClusterTests {
  @Test func `requests are answered after the leader is killed`() async throws {
    let etcd = try await EtcdServer(nodes: 3)
    let client = etcd.client()
    let revision = try await client.put("a", "1").revision
    let leader = try await etcd.leader
    let events = WatchEvents(etcd.client((leader + 1) % 3), "a", from: revision)
    _ = await events.next()
    etcd.kill(leader)
    try await expectEqual(client.entries(EtcdRange(key: "a"), within: .seconds(600)).count, 1)
    try await client.put("a", "2")
  }

  @Test func `writes succeed while a node is gone`() async throws {
    let etcd = try await EtcdServer(nodes: 3)
    let client = etcd.client()
    etcd.kill(0)
    for _ in 0..<3 { _ = await client.failure(.put("a"), within: .seconds(10)) }
    for _ in 0..<20 { try await client.put("a", "1") }
  }

  @Test func `a paused node keeps a write without an answer, and a read tries the next one`() async throws {
    let etcd = try await EtcdServer(nodes: 3)
    let client = etcd.client()
    // The connection is open, so that the request is sent.
    try await client.put("a", "1")
    etcd.pause(0)
    let failure = await client.failure(.put("a", "2"), within: .seconds(1))
    #expect(failure == .noAnswer("\(etcd.endpoints[0]): no answer in time"))
    try await expectEqual(client.entries(EtcdRange(key: "a"), within: .seconds(150)).count, 1)
    let other = etcd.client()
    try await expectEqual(other.entries(EtcdRange(key: "a"), within: .seconds(150)).count, 1)
    // A new connection is accepted by the system, and the request is sent.
    await expectEqual(etcd.client().failure(.put("a", "3"), within: .seconds(1))?.mayHaveBeenApplied, true)
    etcd.resume(0)
  }

  @Test func `what can be repeated is written by another node while one is silent`() async throws {
    let etcd = try await EtcdServer(nodes: 3)
    let client = etcd.client()
    try await client.put("a", "1")
    etcd.pause(0)
    let deletion = EtcdTransaction(success: [.delete(EtcdRange(key: "a"))], isRepeatable: true)
    let answer = await client.perform(.transaction(deletion), within: .seconds(150))
    guard case .success(.transaction) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(try await client.entries(EtcdRange(key: "a"), within: .seconds(150)).isEmpty)
    etcd.resume(0)
  }

  @Test func `a node without the others says that there is no leader, and its watch ends`() async throws {
    let etcd = try await EtcdServer(nodes: 3)
    let client = etcd.client(0)
    let events = WatchEvents(client, "a", from: 1)
    guard case .created = await events.next() else {
      Issue.record("the watch has not begun")
      return
    }
    etcd.kill(1)
    etcd.kill(2)
    guard case .ended(.noLeader)? = await events.next() else {
      Issue.record("the watch has not ended for the leader")
      return
    }
    // It would be asked again until the end of the time.
    for request in [EtcdRequest.put("a"), .read([EtcdRange(key: "a")])] {
      let failure = await etcd.client(0, clock: SteppingClock()).failure(request, within: .seconds(600))
      #expect(failure == .noLeader("\(etcd.endpoints[0]): etcdserver: no leader"))
    }
    async let restarted: Void = etcd.start(1)
    #expect(try await client.entries(EtcdRange(key: "a"), within: .seconds(600)).isEmpty)
    try await restarted
  }
}
