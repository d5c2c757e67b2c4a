import EtcdServer
import Foundation
import TestSupport
import Testing

@testable import Etcd

/// Requests to one node of a real etcd.
@Suite(.timeLimit(.minutes(15)), .slow) struct EtcdClientTests {
  @Test func `a transaction is performed if all comparisons hold`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let claim = EtcdTransaction(
      comparisons: [EtcdComparison(key: "run/1", .createRevision(0))], success: [.put("run/1", "ada")],
      failure: [.range(EtcdRange(prefix: "run/"))])
    let first = try await client.transact(claim)
    #expect(first.succeeded)
    #expect(first.results == [.put])
    let second = try await client.transact(claim)
    #expect(!second.succeeded)
    let entry = EtcdEntry(
      key: "run/1", value: Array("ada".utf8), createRevision: first.header.revision,
      modRevision: first.header.revision)
    #expect(second.results == [.range(entries: [entry], more: false)])
    #expect(second.header.clusterID == first.header.clusterID)
    let holds: [EtcdComparison] = [
      EtcdComparison(key: "run/1", .value(Array("ada".utf8))),
      EtcdComparison(key: "run/1", .version(0), .greater),
      EtcdComparison(key: "run/1", .modRevision(first.header.revision + 1), .less),
      EtcdComparison(key: "run/1", .value(Array("eve".utf8)), .notEqual),
    ]
    #expect(try await client.transact(EtcdTransaction(comparisons: holds)).succeeded)
    for comparison in [
      EtcdComparison(key: "run/1", .value(Array("eve".utf8))),
      EtcdComparison(key: "run/1", .version(1), .greater),
      EtcdComparison(key: "run/2", .value([])),
    ] {
      #expect(try await !client.transact(EtcdTransaction(comparisons: holds + [comparison])).succeeded)
    }
  }

  @Test func `a comparison of a prefix sees new keys, and no deletions`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let read = try await client.put("run/1", "ada").revision
    func isUnchanged() async throws -> Bool {
      let prefix = EtcdComparison(prefix: "run/", .modRevision(read + 1), .less)
      return try await client.transact(EtcdTransaction(comparisons: [prefix])).succeeded
    }
    #expect(try await isUnchanged())
    try await client.put("rup/1", "other")
    #expect(try await isUnchanged())
    try await client.put("run/2", "eve")
    #expect(try await !isUnchanged())
    try await client.delete("run/2")
    try await client.delete("run/1")
    #expect(try await isUnchanged())
    let key = EtcdComparison(key: "run/1", .modRevision(read))
    #expect(try await !client.transact(EtcdTransaction(comparisons: [key])).succeeded)
  }

  @Test func `a range has a limit, keys only, and any bytes`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let bytes = (0...255).map { UInt8($0) }
    let put = (1...3).map { EtcdOperation.put(key: "k/\($0)", value: bytes, lease: 0) }
    try await client.transact(EtcdTransaction(success: put))
    let results = try await client.transact(
      EtcdTransaction(success: [
        .range(EtcdRange(prefix: "k/", limit: 2, keysOnly: true)), .range(EtcdRange(key: "k/3")),
        .range(EtcdRange(key: "k/4")),
      ])
    ).results
    guard case .range(let keys, true) = results[0], case .range(let whole, false) = results[1] else {
      Issue.record("\(results)")
      return
    }
    #expect(keys.map(\.key) == ["k/1", "k/2"])
    #expect(keys.allSatisfy { $0.value.isEmpty })
    #expect(whole.map(\.value) == [bytes])
    #expect(results[2] == .range(entries: [], more: false))
    let delete = EtcdTransaction(success: [.delete(EtcdRange(prefix: "k/"))])
    try await expectEqual(client.transact(delete).results, [.deleted(count: 3)])
  }

  @Test func `a transaction that etcd refuses is not performed`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let twice = EtcdTransaction(success: [.put("a", "1"), .put("a", "2")])
    guard case .refused(3, let reason) = await client.failure(.transaction(twice)) else {
      Issue.record("not refused")
      return
    }
    #expect(reason == "\(etcd.endpoints[0]): etcdserver: duplicate key given in txn request")
    #expect(try await client.entries(EtcdRange(key: "a")).isEmpty)
    let operations = (0...128).map { EtcdOperation.put("a/\($0)", "1") }
    await expectEqual(
      client.failure(.transaction(EtcdTransaction(success: operations)))?.mayHaveBeenApplied, false)
  }

  @Test func `a lease is granted, kept alive and revoked with its keys`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    guard
      case .lease(_, 77, 600) = try await client.perform(
        .grantLease(id: 77, seconds: 600), within: .seconds(600)
      )
      .get(),
      case .lease(_, let chosen, 500) = try await client.perform(
        .grantLease(id: 0, seconds: 500), within: .seconds(600)
      )
      .get()
    else {
      Issue.record("other leases")
      return
    }
    #expect(chosen != 0)
    await expectEqual(client.failure(.grantLease(id: 77, seconds: 600))?.mayHaveBeenApplied, false)
    try await client.put("host/1", "ada", lease: 77)
    try await expectEqual(client.entries(EtcdRange(key: "host/1")).map(\.lease), [77])
    try await expectEqual(client.keepAlive(77), 600)
    _ = try await client.perform(.revoke(lease: 77), within: .seconds(600)).get()
    #expect(try await client.entries(EtcdRange(key: "host/1")).isEmpty)
    try await expectEqual(client.keepAlive(77), 0)
    await expectEqual(client.failure(.revoke(lease: 77)), .leaseNotFound)
    await expectEqual(client.failure(.put("host/1", lease: 77)), .leaseNotFound)
  }

  @Test func `a lease expires with its keys`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let events = WatchEvents(client, "host/", from: 1)
    // On a busy machine a lease may be over before it is used.
    var failure: EtcdFailure?
    repeat {
      _ = try await client.perform(.grantLease(id: 5, seconds: 10), within: .seconds(600)).get()
      failure = await client.failure(.put("host/1", "ada", lease: 5))
    } while failure == .leaseNotFound
    #expect(failure == nil)
    while let event = await events.next() {
      if case .changes(_, let changes) = event, case .delete("host/1", _)? = changes.last { break }
    }
    try await expectEqual(client.keepAlive(5), 0)
  }

  @Test func `the state has version, leader and size`() async throws {
    let etcd = try await EtcdServer()
    let answer = try await etcd.client().perform(.status, within: .seconds(600)).get()
    guard case .status(let header, let status) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(header.memberID == status.leader)
    #expect(status.version.hasPrefix("3."))
    #expect(status.size > 0)
    #expect(!status.isFull)
  }

  @Test func `a full store refuses to write, and reads and deletes`() async throws {
    let etcd = try await EtcdServer(quota: 1 << 20)
    let client = etcd.client()
    let text = String(repeating: "x", count: 200_000)
    var failure: EtcdFailure?
    for index in 0..<20 where failure == nil { failure = await client.failure(.put("big/\(index)", text)) }
    #expect(failure == .noSpace)
    try await expectEqual(client.entries(EtcdRange(prefix: "big/", limit: 1)).count, 1)
    #expect(try await client.transact(EtcdTransaction(success: [.delete(EtcdRange(key: "big/0"))])).succeeded)
    let answer = try await client.perform(.status, within: .seconds(600)).get()
    guard case .status(_, let status) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(status.isFull, "\(status.errors)")
  }

  @Test func `an etcd that has ended is unreachable, and found again when it is back`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    try await client.put("a", "1")
    etcd.kill(0)
    let other = etcd.client(clock: SteppingClock())
    let failure = await other.failure(.put("a"), within: .seconds(40))
    #expect(failure == .unreachable("\(etcd.endpoints[0]): connection refused"))
    async let entries = client.entries(EtcdRange(key: "a"), within: .seconds(600))
    try await etcd.start(0)
    try await expectEqual(entries.map(\.value), [Array("1".utf8)])
  }

  @Test func `many requests at once have their own answers`() async throws {
    let etcd = try await EtcdServer()
    let client = etcd.client()
    let revisions = try await withThrowingTaskGroup(of: Int64.self) { group in
      for index in 0..<50 { group.addTask { try await client.put("n/\(index)", "\(index)").revision } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(revisions.count == 50)
    let entries = try await client.entries(EtcdRange(prefix: "n/"))
    #expect(
      entries.count == 50 && entries.allSatisfy { "n/" + String(decoding: $0.value, as: UTF8.self) == $0.key }
    )
  }

  @Test func `no connection remains when the client is released`() async throws {
    let etcd = try await EtcdServer()
    let port = try #require(etcd.endpoints[0].split(separator: ":").last.flatMap { UInt16($0) })
    do {
      let client = etcd.client()
      let events = WatchEvents(client, "a", from: 1)
      _ = await events.next()
      for _ in 0..<20 { try await client.put("a", "1") }
      // One for the watch, and one for all requests.
      #expect(connectionCount(to: port) == 2)
      #expect(client.isBusy)
    }
    while connectionCount(to: port) > 0 { await Task.yield() }
  }

  /// The descriptors of this process that are connections to a port.
  private func connectionCount(to port: UInt16) -> Int {
    (0..<Int32(getdtablesize())).count { descriptor in
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) == 0 }
      }
      return isConnected && address.sin_family == sa_family_t(AF_INET)
        && UInt16(bigEndian: address.sin_port) == port
    }
  }
}
