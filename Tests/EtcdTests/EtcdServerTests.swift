import EtcdServer
import Foundation
import TestSupport
import Testing

/// What other tests rely on.
@Suite(.timeLimit(.minutes(15)), .slow) struct EtcdServerTests {
  @Test func `nodes and their data are gone when the server is released`() async throws {
    var identifiers: [Int32] = []
    do {
      let etcd = try await EtcdServer(nodes: 3)
      identifiers = etcd.endpoints.indices.compactMap { etcd.processIdentifier(of: $0) }
      #expect(identifiers.allSatisfy { kill($0, 0) == 0 })
      etcd.pause(1)
    }
    #expect(identifiers.count == 3)
    #expect(identifiers.allSatisfy { kill($0, 0) != 0 })
  }

  @Test func `the nodes have the version that the log of the tests names`() async throws {
    let etcd = try await EtcdServer()
    let answer = try await etcd.call("maintenance/status", "{}")
    #expect(answer.contains("\"version\":\"\(EtcdBinary.version ?? "?")\""), "\(answer)")
  }

  @Test func `options that etcd does not know are told with its log`() async throws {
    do {
      _ = try await EtcdServer(options: ["--no-such-option"])
      Issue.record("etcd has started")
    } catch EtcdServer.Failure.ended(let log) {
      #expect(log.contains("no-such-option"))
    }
  }
}
