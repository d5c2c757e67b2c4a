import Foundation
import Testing

@testable import Etcd

@Suite(.timeLimit(.minutes(15))) struct RequestJSONTests {
  private func text(_ request: EtcdRequest) -> String { String(decoding: request.json, as: UTF8.self) }

  @Test func `a transaction has all comparisons and operations`() {
    let transaction = EtcdTransaction(
      comparisons: [
        EtcdComparison(key: "a", .createRevision(0)),
        EtcdComparison(prefix: "b/", .modRevision(8), .less),
        EtcdComparison(key: "c", .value([1, 2]), .notEqual),
        EtcdComparison(key: "d", .version(9_007_199_254_740_993), .greater),
      ],
      success: [.put("e", "é", lease: 7), .delete(EtcdRange(prefix: "f"))],
      failure: [.range(EtcdRange(prefix: "g", limit: 3, keysOnly: true)), .range(EtcdRange(key: "h"))])
    let compare = [
      #"{"create_revision":"0","key":"YQ==","result":"EQUAL","target":"CREATE"}"#,
      #"{"key":"Yi8=","mod_revision":"8","range_end":"YjA=","result":"LESS","target":"MOD"}"#,
      #"{"key":"Yw==","result":"NOT_EQUAL","target":"VALUE","value":"AQI="}"#,
      #"{"key":"ZA==","result":"GREATER","target":"VERSION","version":"9007199254740993"}"#,
    ]
    let failure = [
      #"{"request_range":{"key":"Zw==","keys_only":true,"limit":"3","range_end":"aA=="}}"#,
      #"{"request_range":{"key":"aA==","keys_only":false,"limit":"0"}}"#,
    ]
    let success = [
      #"{"request_put":{"key":"ZQ==","lease":"7","value":"w6k="}}"#,
      #"{"request_delete_range":{"key":"Zg==","range_end":"Zw=="}}"#,
    ]
    #expect(
      text(.transaction(transaction))
        == #"{"compare":[\#(compare.joined(separator: ","))],"failure":[\#(failure.joined(separator: ","))],"#
        + #""success":[\#(success.joined(separator: ","))]}"#)
  }

  @Test func `other requests have their numbers as text`() {
    #expect(text(.grantLease(id: .max, seconds: 10)) == #"{"ID":"9223372036854775807","TTL":"10"}"#)
    #expect(text(.keepAlive(lease: -5)) == #"{"ID":"-5"}"#)
    #expect(text(.revoke(lease: 12)) == #"{"ID":"12"}"#)
    #expect(text(.status) == "{}")
    #expect(
      String(decoding: WatchJSON(prefix: "a/", from: 12).json, as: UTF8.self)
        == #"{"create_request":{"key":"YS8=","progress_notify":true,"range_end":"YTA=","start_revision":"12"}}"#
    )
    #expect(
      String(decoding: CredentialsJSON(name: "ada", password: #"a"b"#).json, as: UTF8.self)
        == #"{"name":"ada","password":"a\"b"}"#)
  }
}
