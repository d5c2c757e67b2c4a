import Foundation
import TestSupport
import Testing

/// Certificates in a directory, made by `openssl`.
final class TestAuthority: Sendable {
  /// A certificate and its key.
  struct Files: Sendable {
    let certificate: String
    let key: String
  }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

  let scratch: Scratch

  /// The certificate of the authority.
  var path: String { scratch.path + "/authority.pem" }

  init() throws {
    scratch = try Scratch()
    try run(
      ["req", "-x509", "-subj", "/CN=Authority", "-keyout", "authority.key", "-out", "authority.pem"]
        + Self.newKey)
  }

  /// A certificate by this authority.
  /// - Parameter name: The subject, such as `IP:127.0.0.1`.
  func issue(for name: String = "IP:127.0.0.1", days: Int) throws -> Files {
    try scratch.write("subjectAltName=\(name)\n", to: "extensions")
    try run(["req", "-subj", "/CN=Server", "-keyout", "server.key", "-out", "request.pem"] + Self.newKey)
    try run([
      "x509", "-req", "-in", "request.pem", "-CA", "authority.pem", "-CAkey", "authority.key",
      "-CAcreateserial", "-days", "\(days)", "-extfile", "extensions", "-out", "server.pem",
    ])
    return Files(certificate: scratch.path + "/server.pem", key: scratch.path + "/server.key")
  }

  /// A certificate of a server that is its own authority.
  func signItself() throws -> Files {
    try run(
      [
        "req", "-x509", "-subj", "/CN=Server", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
        "self.key",
        "-out", "self.pem",
      ] + Self.newKey)
    return Files(certificate: scratch.path + "/self.pem", key: scratch.path + "/self.key")
  }

  private func run(_ arguments: [String]) throws {
    let program = try ChildProgram(
      "/usr/bin/openssl", arguments, directory: scratch.path, output: .discarded, errors: .discarded)
    try #require(program.waitForEnd() == .exited(0), "openssl \(arguments)")
  }
}

/// A server with TLS on a port of 127.0.0.1, which answers any GET with a page about the connection.
final class TLSServer: Sendable {
  let port: UInt16
  private let program: ChildProgram
  // Without a reader the server could not write.
  private let output: Pipe

  init(_ files: TestAuthority.Files) throws {
    output = Pipe()
    program = try ChildProgram(
      "/usr/bin/openssl",
      ["s_server", "-www", "-accept", "127.0.0.1:0", "-cert", files.certificate, "-key", files.key],
      output: .pipe(output), errors: .discarded)
    var text = ""
    while !text.hasSuffix("\n") || !text.contains("ACCEPT 127.0.0.1:") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server has ended")
      text += String(decoding: data, as: UTF8.self)
    }
    let digits = try #require(text.firstMatch(of: /ACCEPT 127\.0\.0\.1:([0-9]+)/)?.output.1)
    port = try #require(UInt16(digits))
  }

  deinit {
    program.signal(SIGKILL)
    program.waitForEnd()
  }
}
