/// Certificates in a directory, made by `openssl`.
package final class TestAuthority: Sendable {
  /// A certificate and its key.
  package struct Files: Sendable {
    package let certificate: String
    package let key: String
  }

  /// A command has failed, or openssl is missing.
  package struct Failure: Error {
    package let command: [String]
  }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

  package let scratch: Scratch

  /// The certificate of the authority.
  package var path: String { scratch.path + "/authority.pem" }

  package init() throws {
    scratch = try Scratch()
    try run(
      ["req", "-x509", "-subj", "/CN=Authority", "-keyout", "authority.key", "-out", "authority.pem"]
        + Self.newKey)
  }

  /// A certificate by this authority.
  /// - Parameter name: The subject, such as `IP:127.0.0.1`.
  package func issue(for name: String = "IP:127.0.0.1", days: Int) throws -> Files {
    try scratch.write("subjectAltName=\(name)\n", to: "extensions")
    try run(["req", "-subj", "/CN=Server", "-keyout", "server.key", "-out", "request.pem"] + Self.newKey)
    try run([
      "x509", "-req", "-in", "request.pem", "-CA", "authority.pem", "-CAkey", "authority.key",
      "-CAcreateserial", "-days", "\(days)", "-extfile", "extensions", "-out", "server.pem",
    ])
    return Files(certificate: scratch.path + "/server.pem", key: scratch.path + "/server.key")
  }

  /// A certificate of a server that is its own authority.
  package func signItself() throws -> Files {
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
    guard program.waitForEnd() == .exited(0) else { throw Failure(command: ["openssl"] + arguments) }
  }
}
