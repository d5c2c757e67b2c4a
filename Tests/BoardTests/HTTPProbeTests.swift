import Board
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct HTTPProbeTests {
  private let url = URL(string: "https://me:pw@localhost:8443/health?token=12#x")

  @Test func `a request with a body is a POST`() throws {
    let url = try #require(url)

    #expect(HTTPProbe(url: url).method == "GET")
    #expect(HTTPProbe(url: url, body: "").method == "POST")
    #expect(HTTPProbe(url: url, method: "PUT", body: "").method == "PUT")
  }

  @Test func `descriptions do not contain secrets`() throws {
    let header = HTTPProbe.Header(name: "Authorization", value: "Bearer 12")
    let probe = HTTPProbe(url: try #require(url), headers: [header], body: "secret")

    #expect("\(WorkDefinition.http(probe))" == "http(POST https://localhost:8443/health)")
    #expect("\(probe.headers)" == "[Authorization: …]")
  }
}
