import Foundation
import TestSupport
import Testing

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
