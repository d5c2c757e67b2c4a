import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// The programs beside the documentation, and those of `examples` that no other test builds.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct ExampleProgramTests {
  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().path

  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private struct Ended {
    var status: Int32
    var text: String
  }

  /// Runs a program of the project to its end.
  private func run(_ path: String, _ arguments: [String], _ variables: [String: String] = [:]) throws -> Ended
  {
    let python = try #require(Self.python, "python3 is missing")
    let output = Pipe()
    let child = try ChildProgram(
      python, [Self.project + "/" + path] + arguments,
      environment: Program.plainEnvironment.merging(["SIGNALBOX": BuiltProducts.path(of: "signalbox")]) { $1 }
        .merging(variables) { $1 }, output: .pipe(output), errors: nil)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return Ended(status: child.waitForEnd().code, text: text)
  }

  @Test func `the client of a box starts an action, prints its output and ends with its code`() throws {
    let board = try SharedBoard(
      "  hello: { run: 'echo hello; echo world; exit 7' }\n  slow: { run: sleep 600 }\n")
    let path = board.sandbox.path(of: "signalbox.yml")
    let without = try run("examples/box-client.py", [path, "hello"])
    #expect(without.status == 1 && without.text.contains("has no box"), "\(without)")
    let watch = try board.start("watch")
    _ = try board.box()
    let first = try run("examples/box-client.py", [path, "hello"])
    #expect(first.status == 7 && first.text == "hello\nworld\n", "\(first)")
    let refused = try run("examples/box-client.py", [path, "missing"])
    #expect(refused.status == 1 && refused.text.hasPrefix("missing: refused: "), "\(refused)")
    watch.signal(SIGTERM)
  }

  @Test func `the client leaves a box of another version alone`() throws {
    let board = try SharedBoard("  hello: { run: echo hello }\n")
    let path = board.sandbox.path(of: "signalbox.yml")
    let canonical = URL(filePath: path).resolvingSymlinksInPath().path
    // A list of boxes, in which a connection would find nothing.
    let scratch = try Scratch()
    let list = try scratch.write(
      "#!/bin/sh\necho '{\"board\":\"\(canonical)\",\"protocol\":2,\"socket\":\"/nowhere\"}'\n", to: "list",
      permissions: 0o755)
    let ended = try run("examples/box-client.py", [path, "hello"], ["SIGNALBOX": list])
    #expect(ended.status == 1 && ended.text.contains("its box speaks version 2 of the protocol"), "\(ended)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux"), "tmux is not installed"))
  func `the script of pictures draws the panel`() throws {
    let scratch = try Scratch()
    let ended = try run(
      "Documentation/pictures", [scratch.path, BuiltProducts.path(of: "signalbox")],
      ["SCENES": "folded", "THEMES": "none"])
    #expect(ended.status == 0, "\(ended)")
    let picture = try String(contentsOfFile: scratch.path + "/folded-none-black-80x24.svg", encoding: .utf8)
    let text = picture.replacing(#/<[^>]*>/#, with: "").filter { !$0.isWhitespace }
    #expect(text.contains("Releasedesk"), "\(text)")
  }
}
