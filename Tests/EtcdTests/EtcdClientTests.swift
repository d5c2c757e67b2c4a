import EtcdServer
import TestSupport
import Testing

@testable import Etcd

/// Requests to a real etcd.
@Suite(.timeLimit(.minutes(15))) struct EtcdClientTests {
  @Test func `a transaction compares keys and prefixes`() async throws {
    let etcd = try await EtcdServer()
    let client = EtcdClient(EtcdSettings(endpoints: etcd.endpoints))
    let put = EtcdOperation.put(key: "a/1", value: Array("one".utf8), lease: 0)
    let first = try await client.transact(EtcdTransaction(success: [put]))
    #expect(first.succeeded)
    #expect(first.results == [.put])
    let entry = try #require(try await client.entries(EtcdRange(prefix: "a/")).first)
    #expect(entry.value == Array("one".utf8))
    #expect(entry.createRevision == first.header.revision)
  }
}

extension EtcdClient {
  func transact(_ transaction: EtcdTransaction, within limit: Duration = .seconds(5)) async throws -> (
    header: EtcdHeader, succeeded: Bool, results: [EtcdResult]
  ) {
    guard
      case .transaction(let header, let succeeded, let results) =
        try await perform(.transaction(transaction), within: limit).get()
    else { throw UnexpectedAnswer() }
    return (header, succeeded, results)
  }

  func entries(_ range: EtcdRange) async throws -> [EtcdEntry] {
    guard
      case .range(let entries, _)? = try await transact(EtcdTransaction(success: [.range(range)])).results
        .first
    else { throw UnexpectedAnswer() }
    return entries
  }
}

struct UnexpectedAnswer: Error {}
