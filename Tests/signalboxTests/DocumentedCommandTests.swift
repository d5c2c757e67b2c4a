import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import signalbox

/// Every command in every document is one that the program in question understands.
@Suite(.timeLimit(.minutes(15))) struct DocumentedCommandTests {
  @Test func `commands are found wherever a document has them`() {
    let text = """
      Run `signalbox run a`, or `X=1 swift test --filter Y`, not `signalbox.yml`.

          swift build -c release    # a comment

      ```
      $ ./demo.sh test && signalbox list | less >log 2>&1
      ```
      ```yaml
      run: swift test
      ```
      """
    let found = DocumentedCommand.commandLines(in: text)
      .flatMap { DocumentedCommand.commands(in: $0, of: "") }.map(\.words)
    #expect(
      found == [
        ["signalbox", "run", "a"], ["swift", "test", "--filter", "Y"], ["signalbox.yml"],
        ["swift", "build", "-c", "release"], ["./demo.sh", "test"], ["signalbox", "list"], ["less"],
      ])
  }

  private static let help = Signalbox.helpMessage(columns: 80)

  @Test func `the documents have commands`() {
    #expect(DocumentedCommand.documents.count >= 11)
    #expect(DocumentedCommand.documents.contains("Benchmarks/README.md"))
    #expect(DocumentedCommand.all(of: "signalbox").count > 15)
    #expect(DocumentedCommand.all(of: "swift").count > 8)
  }

  @Test(arguments: DocumentedCommand.all(of: "signalbox"))
  func `signalbox understands it`(command: DocumentedCommand) throws {
    try expectUnderstood(command.arguments)
  }

  @Test(.slow, arguments: DocumentedCommand.all(of: "swift"))
  func `swift understands it`(command: DocumentedCommand) throws {
    try SwiftCommand(command.arguments).check()
  }

  @Test(arguments: DocumentedCommand.all(of: "./demo.sh"))
  func `the script understands it`(command: DocumentedCommand) throws {
    switch command.arguments.first {
    case "test": try SwiftCommand(command.arguments.filter { $0 != "fast" }).check()
    case "build": #expect(command.arguments.count == 1)
    default: try expectUnderstood(command.arguments)
    }
  }

  @Test(arguments: DocumentedCommand.all(of: "swift", "signalbox", "./demo.sh", "asciinema"))
  func `the files that it names exist`(command: DocumentedCommand) {
    for word in command.words where word.contains("/") && !word.hasPrefix("-") && !word.contains("://") {
      let path = DocumentedCommand.project.appending(path: word).path()
      #expect(FileManager.default.fileExists(atPath: path), "\(word)")
    }
  }

  @Test(arguments: DocumentedCommand.all(of: ".build/release/PanelBenchmarks", ".build/release/signalbox"))
  func `the program that it names is built`(command: DocumentedCommand) throws {
    #expect(try Manifest(of: ".").hasName(String(command.program.dropFirst(".build/release/".count))))
  }

  /// What cannot be understood ends the parser with an error; help and scripts for a shell are no error.
  private func expectUnderstood(_ arguments: [String]) throws {
    // A subcommand by itself is a mention of it, without its arguments.
    if arguments.count == 1, let name = arguments.first, !name.hasPrefix("-"), !FirstWord.isFile(name) {
      // One with another name has a comma and that name after its own.
      #expect(
        Self.help.contains("\n  \(name) ") || Self.help.contains("\n  \(name), "), "no subcommand \(name)")
      return
    }
    do {
      _ = try Signalbox.parseAsRoot(arguments)
    } catch {
      #expect(Signalbox.exitCode(for: error) == .success, "\(Signalbox.fullMessage(for: error))")
    }
  }
}
