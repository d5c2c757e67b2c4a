import Board
import TestSupport
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

  private func resolved(_ probe: TCPProbe, _ values: [String: String]) throws -> TCPProbe {
    try probe.resolved { values[$0] }
  }

  @Test func `variables in an address have their values later`() throws {
    let probe = TCPProbe(address: try VariableText(parsing: "localhost:${PORT:-5432}"))
    #expect(probe.port == nil)
    #expect("\(probe)" == "localhost:${PORT:-5432}")
    try expectEqual(resolved(probe, [:]), TCPProbe(host: "localhost", port: 5432))
    try expectEqual(resolved(probe, ["PORT": "1"]), TCPProbe(host: "localhost", port: 1))
    #expect(throws: TCPProbe.NoAddress()) { try resolved(probe, ["PORT": "x"]) }
    let whole = TCPProbe(address: try VariableText(parsing: "${SERVER}"))
    try expectEqual(resolved(whole, ["SERVER": "[::1]:80"]), TCPProbe(host: "::1", port: 80))
    #expect(throws: VariableText.Unset(name: "SERVER")) { try resolved(whole, [:]) }
    #expect(TCPProbe(address: "localhost:80") == TCPProbe(host: "localhost", port: 80))
  }

  @Test func `a host and a port have variables of their own`() throws {
    let probe = TCPProbe(
      host: try VariableText(parsing: "${HOST}"), port: try VariableText(parsing: "8${PORT}"),
      slowerThan: .seconds(1), timeout: .seconds(2))
    let expected = TCPProbe(host: "::1", port: 80, slowerThan: .seconds(1), timeout: .seconds(2))
    try expectEqual(resolved(probe, ["HOST": "::1", "PORT": "0"]), expected)
    #expect(throws: TCPProbe.NoAddress()) { try resolved(probe, ["HOST": "a b", "PORT": "0"]) }
    #expect(throws: TCPProbe.NoAddress()) { try resolved(probe, ["HOST": "a", "PORT": "70000"]) }
  }
}
