import Board
import Boundary
import FlyingFox
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

/// Requests to servers whose certificates a probe accepts or refuses.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct TLSProbeTests {
  private let authority: TestAuthority

  init() throws { authority = try TestAuthority() }

  /// The result of an action with a probe of this server.
  private func result(of server: TLSServer, _ options: String) async throws -> RunOutcome? {
    let station = try LiveStation(
      "  tls: { http: { url: 'https://127.0.0.1:\(server.port)/', timeout: 300s\(options) } }")
    return await station.run("tls")
  }

  private func failure(of server: TLSServer, _ options: String = "") async throws -> String? {
    try await result(of: server, options)?.failure
  }

  @Test func `a certificate that signed itself is refused unless it is trusted`() async throws {
    let files = try authority.signItself()
    let server = try TLSServer(files)
    try await expectEqual(failure(of: server)?.hasPrefix("TLS failed: self"), true)
    try await expectEqual(result(of: server, ", insecure: true"), .succeeded)
    try await expectEqual(result(of: server, ", ca: '\(files.certificate)'"), .succeeded)
    try await expectEqual(
      failure(of: server, ", ca: '\(authority.path)'")?.hasPrefix("TLS failed: self"), true)
  }

  @Test func `the authority of a board is trusted by its probe only`() async throws {
    let server = try TLSServer(try authority.issue(days: 30))
    try await expectEqual(result(of: server, ", ca: '\(authority.path)'"), .succeeded)
    try await expectEqual(failure(of: server)?.hasPrefix("TLS failed: "), true)
    try await expectEqual(result(of: server, ", ca: '\(authority.path)'"), .succeeded)
  }

  @Test func `a certificate for another host is refused`() async throws {
    let server = try TLSServer(try authority.issue(for: "DNS:elsewhere.example", days: 30))
    let failure = try await failure(of: server, ", ca: '\(authority.path)'")
    #expect(failure?.hasPrefix("TLS failed: ") == true)
    #expect(failure?.contains("127.0.0.1") == true)
    try await expectEqual(result(of: server, ", insecure: true"), .succeeded)
  }

  @Test func `an expired certificate is refused`() async throws {
    let server = try TLSServer(try authority.issue(days: -1))
    try await expectEqual(
      failure(of: server, ", ca: '\(authority.path)'"), "TLS failed: certificate has expired")
    try await expectEqual(result(of: server, ", insecure: true"), .succeeded)
    try await expectEqual(
      failure(of: server, ", insecure: true, expires-in: 1s"), "the certificate has expired")
  }

  @Test func `a certificate must remain valid for as long as the board demands`() async throws {
    let server = try TLSServer(try authority.issue(days: 14))
    let trusted = ", ca: '\(authority.path)'"
    // It is 13 days as soon as a second has passed.
    let messages = [14, 13].map { "the certificate expires in \($0) days" }
    try await expectEqual(result(of: server, trusted + ", expires-in: 13d23h"), .succeeded)
    // Once more: nothing remains of an earlier connection that would hide the certificate.
    for options in [trusted, ", insecure: true", trusted] {
      let failure = try #require(try await failure(of: server, options + ", expires-in: 14d1h"))
      #expect(messages.contains(failure))
    }
  }

  @Test func `a redirect without a certificate does not prove its end`() async throws {
    try await withWebServer { _ in
      HTTPResponse(statusCode: .ok)
    } _: { port in
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
      let probe = HTTPProbe(url: url, certificates: CertificatePolicy(remaining: .seconds(1)))
      try await expectEqual(CurlClient().answer(to: probe, bodyLimit: 10).certificateEnd, nil)
    }
  }

  @Test func `a file of authorities that cannot be used is named`() async throws {
    let server = try TLSServer(try authority.issue(days: 30))
    let broken = try authority.scratch.write(
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", to: "broken.pem")
    let text = try authority.scratch.write("trust me", to: "text.pem")
    try await expectEqual(
      failure(of: server, ", ca: '/nowhere/ca.pem'"),
      "`ca` cannot be used: /nowhere/ca.pem: No such file or directory")
    try await expectEqual(
      failure(of: server, ", ca: '\(text)'"),
      "`ca` cannot be used: \(text): it has no certificate in the format PEM")
    try await expectEqual(
      failure(of: server, ", ca: '\(broken)'"),
      "`ca` cannot be used: \(broken): a certificate in it is not valid")
  }
}
