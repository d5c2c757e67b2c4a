import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct MonitoringServerTests {
  private func server(_ url: String) throws -> MonitoringServer {
    MonitoringServer(
      url: try VariableText(parsing: url),
      headers: [
        HTTPProbe.Header(name: "Authorization", value: try VariableText(parsing: "Bearer ${TOKEN:-x}"))
      ])
  }

  @Test(arguments: ["http://a:9090", "http://a:9090/", "http://${HOST}:9090//"])
  func `paths and parameters are appended to the address`(url: String) throws {
    let probe = try server(url).request("/api", query: [("q", "a b&ä=\"%\""), ("r", "-._~")]) { _ in "a" }
    #expect("\(probe.url)" == "http://a:9090/api?q=a%20b%26%C3%A4%3D%22%25%22&r=-._~")
    #expect(probe.method == "GET")
    #expect(probe.headers.map { "\($0.value)" } == ["Bearer a"])
  }

  @Test func `a path of the address is kept`() throws {
    let probe = try server("https://a/prom/").request("/api") { _ in nil }
    #expect("\(probe.url)" == "https://a/prom/api")
  }

  @Test func `a body is sent as JSON`() throws {
    let probe = try server("http://a").request("/api", json: "[]") { _ in nil }
    #expect(probe.method == "POST")
    #expect(probe.body == "[]")
    #expect(probe.headers.map(\.name) == ["Authorization", "Content-Type"])
  }

  @Test func `a variable can make the address invalid`() throws {
    let server = try server("http://${HOST}")
    #expect(throws: VariableText.Unset(name: "HOST")) { try server.request("/") { _ in nil } }
    #expect(throws: HTTPAddress.Mistake.malformed) { try server.request("/") { _ in "a b" } }
    #expect(throws: MonitoringServer.UnusableAddress()) { try server.request("/") { _ in "a/?b" } }
    #expect(throws: HTTPProbe.InvalidHeader(name: "Authorization")) {
      try server.request("/") { $0 == "HOST" ? "a" : "b\r\nc" }
    }
  }
}
