import Foundation
import TestSupport
import Testing

/// Commands of a document, as a person types them into a shell.
enum PlayedCommands {
  /// Runs them until they end, and returns what they print. Records an issue with all that they say if they
  /// fail.
  ///
  /// Messages are not among what is returned: `etcdctl` says there that it tries something once more, as
  /// after a token that a node does not know yet.
  static func run(
    _ commands: String, path: String = "/bin/sh", arguments: [String] = ["-euc"],
    environment: [String: String], directory: String
  ) async throws -> String {
    let (output, errors) = (Pipe(), Pipe())
    let program = try ChildProgram(
      path, arguments + [commands], environment: environment, directory: directory, output: .pipe(output),
      errors: .pipe(errors))
    async let messages = errors.textToEnd()
    let printed = await output.textToEnd()
    let said = await messages
    #expect(program.waitForEnd().code == 0, "in \(directory):\n\(commands)\n\(printed)\n\(said)")
    return printed
  }
}
