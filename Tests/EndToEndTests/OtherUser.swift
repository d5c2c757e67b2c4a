#if os(Linux)
import Foundation
import PseudoTerminal
import TestSupport

import Glibc

/// A user without an entry in the password database, to whom no other process belongs, with a directory that
/// everybody can read: a board, the program, and a home directory.
final class OtherUser: Sendable {
  let number = Int.random(in: 100_000...2_000_000_000)
  let directory: String
  /// Only root may become another user.
  static var isPossible: Bool { getuid() == 0 }

  var home: String { directory + "/home" }

  init(actions: String) throws {
    // The path of a socket below it must not be too long.
    directory = "/tmp/signalbox-of-\(number)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    chmod(directory, 0o755)
    try give(home, mode: 0o700)
    try "actions:\n\(actions)".write(
      toFile: directory + "/signalbox.yml", atomically: false, encoding: .utf8)
    // Another process copies it: a child that starts while this one writes a program could not run it.
    let copy = try ChildProgram(
      "/bin/cp", [URL(filePath: BuiltProducts.path(of: "signalbox")).path, directory + "/program"],
      environment: ["PATH": "/usr/bin:/bin"])
    copy.waitForEnd()
    chmod(directory + "/program", 0o755)
  }

  deinit {
    for name in ["/tmp/signalbox-\(number)", directory] { try? FileManager.default.removeItem(atPath: name) }
  }

  /// Makes a directory that belongs to this user.
  func give(_ path: String, mode: mode_t) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    chown(path, uid_t(number), gid_t(number))
    chmod(path, mode)
  }

  /// The directory in which sockets of this user would be belongs to root.
  func blockSockets() { mkdir("/tmp/signalbox-\(number)", 0o755) }

  /// Starts the program as this user; what it prints goes to the pipe.
  /// - Parameter prelude: Shell commands that run first, as root.
  func start(
    _ arguments: [String], environment: [String: String]? = nil, prelude: String = ":", to output: Pipe
  ) throws -> ChildProgram {
    try ChildProgram(
      "/bin/bash",
      [
        "-c",
        "\(prelude); exec setpriv --reuid \(number) --regid \(number) --clear-groups ./program \"$@\"",
        "bash",
      ] + arguments,
      environment: ["PATH": "/usr/bin:/bin"].merging(environment ?? ["HOME": home]) { $1 },
      directory: directory, output: .pipe(output), errors: nil)
  }

  /// Runs the program to its end.
  func run(
    _ arguments: [String], environment: [String: String]? = nil, prelude: String = ":"
  ) throws -> (outcome: ChildProgram.Outcome, text: String) {
    let output = Pipe()
    let child = try start(arguments, environment: environment, prelude: prelude, to: output)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return (child.waitForEnd(), text)
  }
}
#endif
