import EtcdServer
import TestSupport
import Testing

@testable import Etcd

/// A client that is told by which key a node shows that it belongs to the cluster.
@Suite(.timeLimit(.minutes(15)), .slow) struct NodeProofTests {
  private static func client(_ nodes: [EtcdServer]) -> EtcdClient {
    EtcdClient(EtcdSettings(endpoints: nodes.flatMap(\.endpoints)), random: { 0 })
  }

  /// Writes a key, by which the nodes are known from then on.
  private static func proof(_ client: EtcdClient) async throws -> EtcdProof {
    let header = try await client.put("host", "1")
    return EtcdProof(key: "host", revision: header.revision, clusterID: header.clusterID)
  }

  private static func put(_ key: String, _ client: EtcdClient, by route: EtcdRoute) async -> EtcdFailure? {
    let answer = await client.perform(.put(key), within: .seconds(60), by: route)
    if case .failure(let failure) = answer { return failure }
    return nil
  }

  private static func isOther(_ failure: EtcdFailure?) -> Bool {
    if case .otherCluster? = failure { true } else { false }
  }

  @Test func `nodes that were set up alone have the same numbers`() async throws {
    let (one, other) = (try await EtcdServer(isUsual: true), try await EtcdServer(isUsual: true))
    let first = try await one.client().put("a", "1")
    let second = try await other.client().put("a", "1")
    #expect(first.clusterID == second.clusterID)
    #expect(first.memberID == second.memberID)
    #expect(first.revision == second.revision)
  }

  @Test func `a request goes to no node of another cluster when the first one fails`() async throws {
    let (one, other) = (try await EtcdServer(isUsual: true), try await EtcdServer(isUsual: true))
    let client = Self.client([one, other])
    let proof = try await Self.proof(client)
    await expectEqual(Self.put("a", client, by: .proven(proof)), nil)
    one.kill(0)
    let failure = await Self.put("b", client, by: .proven(proof))
    #expect(Self.isOther(failure), "\(String(describing: failure))")
    #expect(try await other.client().entries(EtcdRange(prefix: "b")).isEmpty)
    // A watch, neither.
    let events = WatchEvents(client, "a", from: 1, by: .proven(proof))
    guard case .ended? = await events.next() else {
      Issue.record("a watch at another etcd")
      return
    }
    try await one.start(0)
    await expectEqual(Self.put("b", client, by: .proven(proof)), nil)
  }

  @Test func `another node of the cluster gets it`() async throws {
    let etcd = try await EtcdServer(nodes: 3)
    let client = etcd.client()
    let proof = try await Self.proof(client)
    await expectEqual(Self.put("a", client, by: .proven(proof)), nil)
    etcd.kill(0)
    let read = EtcdRequest.read([EtcdRange(key: "a")])
    guard
      case .success(.transaction(_, _, let results)) = await client.perform(
        read, within: .seconds(600), by: .proven(proof))
    else {
      Issue.record("no answer")
      return
    }
    guard case .range(let entries, _)? = results.first else {
      Issue.record("no entries: \(results)")
      return
    }
    #expect(entries.count == 1)
  }

  @Test func `a node that has come back with nothing has to prove itself again`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let proof = try await Self.proof(client)
    await expectEqual(Self.put("a", client, by: .proven(proof)), nil)
    etcd.kill(0)
    await expectEqual(Self.put("b", client, by: .proven(proof))?.mayHaveBeenApplied, false)
    try etcd.erase(0)
    try await etcd.start(0)
    #expect(Self.isOther(await Self.put("b", client, by: .proven(proof))))
    #expect(try await etcd.client().entries(EtcdRange(prefix: "b")).isEmpty)
  }

  @Test func `the key alone does not suffice`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    var proof = try await Self.proof(client)
    proof.clusterID += 1
    #expect(Self.isOther(await Self.put("b", client, by: .proven(proof))))
    proof.clusterID -= 1
    proof.revision += 1_000
    #expect(Self.isOther(await Self.put("b", client, by: .proven(proof))))
  }

  @Test func `a question to one node is answered by that one`() async throws {
    let (one, other) = (try await EtcdServer(isUsual: true), try await EtcdServer(isUsual: true))
    let client = Self.client([one, other])
    await expectEqual(Self.put("a", client, by: .node(other.endpoints[0] + "/")), nil)
    #expect(try await one.client().entries(EtcdRange(prefix: "a")).isEmpty)
    await expectEqual(Self.put("c", client, by: .except([one.endpoints[0]])), nil)
    #expect(try await one.client().entries(EtcdRange(prefix: "c")).isEmpty)
    #expect(await Self.put("c", client, by: .except(one.endpoints + other.endpoints)) != nil)
    other.kill(0)
    #expect(await Self.put("b", client, by: .node(other.endpoints[0])) != nil)
    #expect(try await one.client().entries(EtcdRange(prefix: "b")).isEmpty)
    await expectEqual(
      Self.put("b", client, by: .node("http://c:2379")), .unreachable("http://c:2379 is not named any more"))
  }

  @Test(arguments: [1, 3]) func `the nodes of a cluster are known`(count: Int) async throws {
    let etcd = try await EtcdServer(nodes: count)
    let answer = await etcd.client().perform(.members, within: .seconds(600))
    guard case .success(.members(let header, let members)) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(members.count == count)
    #expect(members.contains(header.memberID))
  }
}
