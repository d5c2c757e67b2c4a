import Testing

@testable import Exporter

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ServerNamesTests {
  private let names = ServerNames("metrics.internal", machine: "Desk.example.org")

  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:9180", "192.0.2.7:80", "[::1]", "[::1]:9180", "[2001:db8::1]:1", "localhost",
    "LocalHost:9180", "localhost.", "metrics.internal:9180", "desk", "desk.example.org:9180", "DESK.local",
  ])
  func `an address, localhost and the names of the server are its own`(host: String) {
    #expect(names.contain(host))
  }

  @Test(arguments: [
    "attacker.example", "attacker.example:9180", "localhost.attacker.example", "127.0.0.1.attacker.example",
    "desk.attacker.example", "[::1", "[attacker]", "[::1].attacker.example", "", ":9180",
    "127.0.0.1:9180.attacker.example:1", "1.2.3",
  ])
  func `another name is none`(host: String) {
    #expect(!names.contain(host))
  }

  @Test func `the exporter refuses who asks for another server`() async throws {
    let exporter = try MetricsExporter(.init(ListenAddress(host: "127.0.0.1", port: 0), version: "1"))
    let port = try #require(
      exporter.url.split(separator: ":").last?.split(separator: "/").first.flatMap { UInt16($0) })
    for (header, status) in [
      ("Host: attacker.example:\(port)", 421), ("Host: 127.0.0.1:\(port)", 503), ("Host: localhost", 503),
    ] {
      let answer = try await answer(to: "GET /metrics HTTP/1.1\r\n\(header)\r\n\r\n", port: port)
      #expect(answer?.hasPrefix("HTTP/1.1 \(status) ") == true, "\(header): \(answer ?? "reset")")
    }
    let answer = try await answer(to: "GET /metrics HTTP/1.0\r\n\r\n", port: port)
    #expect(answer?.hasPrefix("HTTP/1.1 503 ") == true, "\(answer ?? "reset")")
  }

  /// Asks again where a busy machine was slower than the exporter waits for a request.
  private func answer(to request: String, port: UInt16) async throws -> String? {
    for _ in 0..<20 {
      let client = try WebClient(port: port)
      client.send(request)
      if let answer = await client.answer() { return answer }
    }
    return nil
  }
}
