import Testing

@testable import Etcd

@Suite(.timeLimit(.minutes(15))) struct EtcdRangeTests {
  @Test(arguments: [
    ("/signalbox/1/shop/", "/signalbox/1/shop0"), ("a", "b"), ("aé", "aê"), ("z\u{D7FF}", "z\u{E000}"),
    ("a\u{10FFFF}", "b"), ("\u{10FFFF}", "\0"), ("", "\0"),
  ])
  func `the end of a prefix is the first key after all that begin with it`(prefix: String, end: String) {
    #expect(EtcdRange(prefix: prefix) == EtcdRange(first: prefix, end: end))
  }

  @Test func `a range of one key has no end`() {
    #expect(EtcdRange(key: "a") == EtcdRange(first: "a", end: nil))
  }

  @Test func `only what changes nothing or always the same is repeatable`() {
    let put = EtcdOperation.put(key: "a", value: [], lease: 0)
    #expect(EtcdRequest.read([EtcdRange(key: "a")]).isRepeatable)
    #expect(EtcdRequest.keepAlive(lease: 1).isRepeatable)
    #expect(EtcdRequest.status.isRepeatable)
    #expect(!EtcdRequest.transaction(EtcdTransaction(success: [put])).isRepeatable)
    #expect(!EtcdRequest.transaction(EtcdTransaction(failure: [put])).isRepeatable)
    #expect(EtcdRequest.transaction(EtcdTransaction(success: [put], isRepeatable: true)).isRepeatable)
    #expect(
      !EtcdRequest.transaction(EtcdTransaction(success: [.delete(EtcdRange(key: "a"))])).isRepeatable)
    #expect(!EtcdRequest.grantLease(id: 0, seconds: 1).isRepeatable)
    #expect(!EtcdRequest.revoke(lease: 1).isRepeatable)
  }
}
