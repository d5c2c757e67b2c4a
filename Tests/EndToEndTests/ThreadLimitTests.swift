import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

#if os(Linux)
/// The program where its user may have few processes and threads.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct ThreadLimitTests {
  /// A user without a name, whom no other process belongs to.
  private static let user = 61_000 + Int.random(in: 0..<4_000)

  /// Runs the program as that user, from a directory that everybody can read.
  private func run(_ arguments: [String], limit: Int) throws -> (
    outcome: ChildProgram.Outcome, messages: String
  ) {
    let directory = NSTemporaryDirectory() + "/signalbox-limit-\(UUID())"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for path in [directory, directory + "/home"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      chmod(path, 0o777)
    }
    let program = directory + "/signalbox"
    try FileManager.default.copyItem(atPath: BuiltProducts.path(of: "signalbox"), toPath: program)
    chmod(program, 0o755)
    try "actions: { hello: { run: echo hello } }".write(
      toFile: directory + "/signalbox.yml", atomically: false, encoding: .utf8)
    let messages = Pipe()
    let child = try ChildProgram(
      "/bin/bash",
      [
        "-c",
        "ulimit -u \(limit); exec setpriv --reuid \(Self.user) --regid \(Self.user) --clear-groups \"$0\" \"$@\"",
        program,
      ] + arguments,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": directory + "/home", "XDG_STATE_HOME": directory + "/home",
        "XDG_RUNTIME_DIR": directory + "/home",
      ], directory: directory, output: .pipe(messages))
    let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return (child.waitForEnd(), text)
  }

  private static var isRoot: Bool { getuid() == 0 }

  @Test(
    .enabled(if: isRoot, "only root may become another user"), arguments: [1, 5, 15],
    [["run", "--private", "hello"], ["list"], ["watch"], ["run", "hello"]])
  func `one sentence names the limit, and the exit code says that a later try may succeed`(
    limit: Int, arguments: [String]
  ) throws {
    let (outcome, messages) = try run(arguments, limit: limit)
    #expect(outcome == .exited(75), "\(outcome): \(messages)")
    #expect(
      messages
        == "signalbox: cannot start: Resource temporarily unavailable: too many processes or threads "
        + "(limit: \(limit), see ulimit -u)\n")
  }

  @Test(.enabled(if: isRoot, "only root may become another user"))
  func `with room for its threads it works`() throws {
    let (outcome, messages) = try run(["run", "--private", "hello"], limit: 200)
    #expect(outcome == .exited(0), "\(outcome): \(messages)")
    #expect(messages.contains("hello\n"))
  }
}
#endif
