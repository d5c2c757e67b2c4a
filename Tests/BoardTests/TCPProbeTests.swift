import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct TCPProbeTests {
  @Test(arguments: [
    ("localhost:5432", "localhost", 5432), ("10.0.0.1:1", "10.0.0.1", 1), ("[::1]:65535", "::1", 65_535),
    ("[fe80::1%eth0]:80", "fe80::1%eth0", 80), ("my_host.local:80", "my_host.local", 80),
  ])
  func `a host and a port are parsed`(text: String, host: String, port: UInt16) {
    let probe = TCPProbe(text)

    #expect(probe == TCPProbe(host: host, port: port))
    #expect(probe?.description == text)
  }

  @Test(arguments: [
    "", ":", "host", "host:", ":80", "host:0", "host:65536", "host:+80", "host:8o", "::1:80", "[]:80",
    "[host]:80", "[::1]", "a b:80", "http://host:80", "me@host:80",
  ])
  func `other text is not a host and a port`(text: String) {
    #expect(TCPProbe(text) == nil)
  }
}
