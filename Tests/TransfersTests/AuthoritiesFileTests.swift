import Foundation
import TestSupport
import Testing

@testable import Transfers

@Suite(.timeLimit(.minutes(15))) struct AuthoritiesFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func reason(_ path: String) -> String? {
    do throws(NetworkFailure) {
      try AuthoritiesFile.check(path)
      return nil
    } catch {
      guard case .authorities(path, let reason) = error else { return "\(error)" }
      return reason
    }
  }

  @Test func `a file with a certificate after other text is accepted`() throws {
    let text = "the authority of the desk\n-----BEGIN CERTIFICATE-----\n"
    try expectEqual(reason(scratch.write(text, to: "ca.pem")), nil)
  }

  @Test func `what prevents its use is said`() throws {
    let key = try scratch.write("-----BEGIN PRIVATE KEY-----\n", to: "key.pem")
    #expect(reason(scratch.path + "/none.pem") == "No such file or directory")
    #expect(reason(scratch.path) == "it is not a file")
    #expect(reason(key) == "it has no certificate in the format PEM")
    try expectEqual(reason(scratch.write("", to: "empty.pem")), "it has no certificate in the format PEM")
    try #require(mkfifo(scratch.path + "/pipe", 0o600) == 0)
    #expect(reason(scratch.path + "/pipe") == "it is not a file")
  }

  @Test func `the message names the option and the file`() {
    #expect(
      "\(NetworkFailure.authorities("/a.pem", "No such file"))" == "`ca` cannot be used: /a.pem: No such file"
    )
  }
}
