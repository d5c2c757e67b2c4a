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
  /// Runs the program as that user, from a directory that everybody can read.
  private func run(_ arguments: [String], limit: Int) throws -> (
    outcome: ChildProgram.Outcome, messages: String
  ) {
    let directory = NSTemporaryDirectory() + "/signalbox-limit-\(UUID())"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for (path, mode) in [(directory, 0o755), (directory + "/home", 0o777)] as [(String, mode_t)] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      chmod(path, mode)
    }
    try "actions: { hello: { run: echo hello } }".write(
      toFile: directory + "/signalbox.yml", atomically: false, encoding: .utf8)
    let messages = Pipe()
    // A user without a name, to whom no other process belongs.
    let user = Int.random(in: 100_000...2_000_000_000)
    let child = try ChildProgram(
      "/bin/bash",
      [
        "-c",
        // Another process copies it: a child that starts while this one writes a program could not run it.
        """
        cp "$0" program && chmod 755 program || exit
        ulimit -u \(limit)
        exec setpriv --reuid \(user) --regid \(user) --clear-groups ./program "$@"
        """,
        URL(filePath: BuiltProducts.path(of: "signalbox")).path,
      ] + arguments,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": directory + "/home", "XDG_STATE_HOME": directory + "/home",
        "XDG_RUNTIME_DIR": directory + "/home",
      ], directory: directory, output: .pipe(messages), errors: nil)
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
