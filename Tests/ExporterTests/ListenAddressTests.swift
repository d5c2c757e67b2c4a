import Testing

@testable import Exporter

@Suite(.timeLimit(.minutes(15))) struct ListenAddressTests {
  @Test(arguments: [
    ("127.0.0.1:9180", "127.0.0.1", 9180), ("[::1]:9180", "::1", 9180), ("localhost:0", "localhost", 0),
    ("0.0.0.0:65535", "0.0.0.0", 65_535),
  ])
  func `a host and a port are read and written`(text: String, host: String, port: UInt16) throws {
    let address = try #require(ListenAddress(text))
    #expect(address == ListenAddress(host: host, port: port))
    #expect("\(address)" == text)
  }

  @Test(arguments: [
    "", ":", "9180", ":9180", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
    "::1:9180", "[::1]", "[]:1", "[localhost]:1", "http://127.0.0.1:9180", "127.0.0.1:9180/", "a b:1",
    "127.0.0.1:٣",
  ])
  func `other text is no address`(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
