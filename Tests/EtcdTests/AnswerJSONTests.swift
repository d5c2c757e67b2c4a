import TestSupport
import Testing

@testable import Etcd

/// Answers as etcd 3.4.23 has given them.
@Suite(.timeLimit(.minutes(15))) struct AnswerJSONTests {
  private static let headerText =
    #""header":{"cluster_id":"324952591200643719","member_id":"3319814642761637952","revision":"4","raft_term":"2"}"#

  private let header = EtcdHeader(
    clusterID: 324_952_591_200_643_719, memberID: 3_319_814_642_761_637_952, revision: 4, raftTerm: 2)

  private func answer(_ request: EtcdRequest, _ rest: String) throws -> EtcdAnswer {
    try EtcdAnswer(to: request, json: Array("{\(Self.headerText)\(rest)}".utf8)[...])
  }

  private let transaction = EtcdTransaction(
    success: [
      .put("a", "a"), .range(EtcdRange(key: "a")), .range(EtcdRange(key: "b")), .delete(EtcdRange(key: "c")),
    ],
    failure: [])

  private let responses =
    #"{"response_put":{"header":{"revision":"4"}}},{"response_range":{"header":{"revision":"4"},"kvs":"#
    + #"[{"key":"YQ==","create_revision":"2","mod_revision":"4","version":"3","value":"YQ=="}],"count":"1"}},"#
    + #"{"response_range":{"header":{"revision":"4"}}},"#

  @Test func `a transaction has a result for each operation`() throws {
    let entry = EtcdEntry(key: "a", value: Array("a".utf8), createRevision: 2, modRevision: 4, version: 3)
    let results: [EtcdResult] = [
      .put, .range(entries: [entry], more: false), .range(entries: [], more: false), .deleted(count: 0),
    ]
    let delete = #"{"response_delete_range":{"header":{"revision":"4"}}}"#
    try expectEqual(
      answer(.transaction(transaction), #","succeeded":true,"responses":[\#(responses)\#(delete)]"#),
      .transaction(header, succeeded: true, results: results))
    try expectEqual(
      answer(.transaction(transaction), ""), .transaction(header, succeeded: false, results: []))
  }

  @Test(arguments: [
    #","succeeded":true"#, #","succeeded":true,"responses":[{"response_put":{}}]"#,
    #","succeeded":true,"responses":[{"response_put":{}},{"response_put":{}},{"response_range":{}},"#
      + #"{"response_delete_range":{}}]"#,
    #","succeeded":true,"responses":[{"response_put":{}},{"response_range":{"kvs":[{"key":"a*"}]}},"#
      + #"{"response_range":{}},{"response_delete_range":{}}]"#,
  ])
  func `results that do not fit the operations are not etcd's`(rest: String) {
    #expect(throws: ForeignJSON.self) { try answer(.transaction(transaction), rest) }
  }

  @Test(arguments: [
    "{}", #"{"header":{}}"#, #"{"header":{"cluster_id":"x"}}"#, #"{"header":{"cluster_id":1.5}}"#,
    #"{"ID":"1"}"#,
    #"{"header":{"cluster_id":"-1"}}"#, #"{"header":{"cluster_id":"18446744073709551616"}}"#,
  ])
  func `an answer without its header is not etcd's`(json: String) {
    for request: EtcdRequest in [
      .revoke(lease: 1), .status, .keepAlive(lease: 1), .grantLease(id: 1, seconds: 1),
    ] {
      #expect(throws: ForeignJSON.self) { try EtcdAnswer(to: request, json: Array(json.utf8)[...]) }
    }
  }

  @Test func `leases have the seconds until they expire`() throws {
    try expectEqual(
      answer(.grantLease(id: 0, seconds: 5), #","ID":"2324035585871639047","TTL":"5""#),
      .lease(header, id: 2_324_035_585_871_639_047, seconds: 5))
    let expired = #"{"result":{\#(Self.headerText),"ID":"13"}}"#
    try expectEqual(
      EtcdAnswer(to: .keepAlive(lease: 13), json: Array(expired.utf8)[...]),
      .lease(header, id: 13, seconds: 0))
    try expectEqual(answer(.revoke(lease: 13), ""), .revoked(header))
  }

  @Test func `the state of a node has what etcd leaves out when it is zero`() throws {
    try expectEqual(
      answer(
        .status, #","version":"3.4.23","dbSize":"20480","leader":"3319814642761637952","raftIndex":"11""#),
      .status(header, EtcdStatus(version: "3.4.23", leader: 3_319_814_642_761_637_952, size: 20_480)))
    try expectEqual(
      answer(.status, #","version":"3.4.23","errors":["memberID:1 alarm:NOSPACE "]"#),
      .status(header, EtcdStatus(version: "3.4.23", errors: ["memberID:1 alarm:NOSPACE "])))
    try expectEqual(
      answer(.status, #","version":"3.6.1","dbSize":"7","dbSizeQuota":"2147483648""#),
      .status(header, EtcdStatus(version: "3.6.1", size: 7, quota: 2_147_483_648)))
  }

  private func line(_ rest: String) throws -> WatchLine {
    try WatchLine(json: Array(#"{"result":{\#(Self.headerText)\#(rest)}}"#.utf8)[...])
  }

  @Test func `a watch has changes in order`() throws {
    let put = #"{"kv":{"key":"YQ==","create_revision":"2","mod_revision":"3","version":"2","value":"YQ=="}}"#
    let delete = #"{"type":"DELETE","kv":{"key":"YQ==","mod_revision":"5"}}"#
    let entry = EtcdEntry(key: "a", value: Array("a".utf8), createRevision: 2, modRevision: 3, version: 2)
    try expectEqual(
      line(#","events":[\#(put),\#(delete)]"#),
      .event(.changes(header, [.put(entry), .delete(key: "a", modRevision: 5)])))
    #expect(throws: ForeignJSON.self) { try line(#","events":[{"type":"MOVE","kv":{"key":"YQ=="}}]"#) }
  }

  @Test func `a watch begins, continues and ends`() throws {
    try expectEqual(line(#","created":true"#), .event(.created(header)))
    try expectEqual(line(""), .event(.progress(header)))
    try expectEqual(line(#","canceled":true,"compact_revision":"3""#), .event(.compacted(3)))
    try expectEqual(line(#","created":true,"canceled":true,"cancel_reason":"why""#), .cancelled("why"))
    let error =
      #"{"error":{"grpc_code":14,"http_code":503,"message":"etcdserver: no leader","http_status":"x"}}"#
    try expectEqual(
      WatchLine(json: Array(error.utf8)[...]),
      .error(GatewayError(code: 14, message: "etcdserver: no leader")))
    #expect(throws: ForeignJSON.self) { try WatchLine(json: Array("{}".utf8)[...]) }
  }

  @Test(arguments: [
    #"{"error":"no","message":"no","code":5}"#, #"{"code":5,"message":"no","details":[]}"#,
    #"{"error":{"grpc_code":5,"http_code":404,"message":"no","http_status":"Not Found"}}"#,
    #"{"error":{"code":5,"message":"no"}}"#,
  ])
  func `errors are read in the forms of all versions`(json: String) {
    #expect(GatewayError(json: Array(json.utf8)[...]) == GatewayError(code: 5, message: "no"))
  }

  @Test func `the first object ends where its bracket is closed`() {
    func first(_ text: String) -> String? {
      FirstObject.bytes(of: Array(text.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }
    }
    let error = #"{"error":"a}\"}","code":3}"#
    #expect(first(error + "\n" + error) == error)
    #expect(first(" {\"a\":{}} {}") == " {\"a\":{}}")
    #expect(first(#"{"a":{}"#) == nil)
    #expect(first(#"{"a":"}"#) == nil)
    #expect(first("<html>{}</html>") == nil)
    #expect(first("") == nil)
  }

  @Test func `a watch is cut into lines, however it arrives`() {
    let text = Array("{\"a\":1}\n\n{\"b\":2}\n{".utf8)
    for size in 1...text.count {
      var lines = WatchLines()
      var result: [[UInt8]] = []
      for start in stride(from: 0, to: text.count, by: size) {
        text[start..<min(start + size, text.count)].withUnsafeBytes { result += lines.add($0) }
      }
      #expect(result == [Array("{\"a\":1}".utf8), Array("{\"b\":2}".utf8)])
      #expect(lines.rest == Array("{".utf8))
    }
  }
}
