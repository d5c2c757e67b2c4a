import Board
import TestSupport
import Testing

@testable import Projects

/// Lines that are far longer than people write them, and end late or never: reading takes no longer than
/// their length asks for.
@Suite(.timeLimit(.minutes(5)), .slow) struct LongLineTests {
  private static let texts: [(file: String, text: @Sendable (_ part: Int) -> String)] = [
    ("justfile", { part in String(repeating: "set shell", count: 5_000 / part) + ":\n" }),
    ("justfile", { part in "a" + (0..<5_000 / part).map { " x\($0)=y" }.joined() + ":\n  echo {{x1}}\n" }),
    ("justfile", { part in "a:\n" + String(repeating: "  echo {{a}}\n", count: 20_000 / part) }),
    ("justfile", { part in "x := 'a' + \\\n" + String(repeating: "\\\n", count: 60_000 / part) + "\na:\n" }),
    ("justfile", { part in "x := \"" + String(repeating: "\\\"", count: 30_000 / part) + "\na:\n" }),
    ("justfile", { part in "x := " + String(repeating: "(", count: 60_000 / part) + "\na:\n" }),
    ("justfile", { part in "x := " + String(repeating: "('\n", count: 60_000 / part) + "\na:\n" }),
    ("justfile", { part in "x := " + String(repeating: "'''", count: 60_001 / part) + "\na:\n" }),
    ("justfile", { part in "[" + String(repeating: "a(b='c', ", count: 30_000 / part) + "]\na:\n" }),
    ("justfile", { part in "[a(\"" + String(repeating: "\\\"", count: 30_000 / part) + ")]\na:\n" }),
    ("justfile", { part in "a x=" + String(repeating: "(", count: 60_000 / part) + ":\na:\n" }),
    ("justfile", { part in (0..<20_000 / part).map { "alias a\($0) := b\n" }.joined() + "b:\n" }),
    ("Makefile", { part in "a:" + String(repeating: " \\\n", count: 60_000 / part) + "\n\techo\n" }),
    ("Makefile", { part in String(repeating: "$(", count: 60_000 / part) + ": a\na:\n" }),
    ("Makefile", { part in "a: ## " + String(repeating: "##", count: 60_000 / part) + "\n" }),
    ("Makefile", { part in (0..<10_000 / part).map { "t\($0) " }.joined() + ": a\na:\n" }),
    ("Makefile", { part in ".PHONY: a\na:" + String(repeating: "\n\n\t\\", count: 60_000 / part) + "\n" }),
    ("Procfile", { part in "a: " + String(repeating: "\"'", count: 60_000 / part) + "\n" }),
    (
      "package.json",
      { part in "{\"scripts\": {\"a\": \"" + String(repeating: "\\u00e9", count: 30_000 / part) + "\"}}" }
    ),
    (
      "package.json",
      { part in "{" + String(repeating: "/*", count: 60_000 / part) + "*/ \"scripts\": {\"a\": \"b\"}}" }
    ),
    ("package.json", { part in String(repeating: "{\"scripts\": ", count: 20_000 / part) }),
    (
      "Taskfile.yml",
      { part in "tasks: {a: {cmd: x, requires: {vars: [\(String(repeating: "V, ", count: 20_000 / part))]}}}"
      }
    ),
    (
      "Taskfile.yml",
      { part in
        "tasks: {a: {cmd: x, aliases: [\((0..<20_000 / part).map { "b\($0)" }.joined(separator: ", "))]}}"
      }
    ),
    (
      "Taskfile.yml",
      { part in "tasks: {a: {cmd: x, deps: [\(String(repeating: "a, ", count: 20_000 / part))]}}" }
    ),
    ("mprocs.yaml", { part in "procs: {a: {cmd: [\(String(repeating: "b, ", count: 20_000 / part))]}}" }),
    (
      "process-compose.yml",
      { part in "processes: {a: {command: \"\(String(repeating: "{{.A}}$$", count: 20_000 / part))\"}}" }
    ),
    (
      "compose.yml",
      { part in
        "services: {a: {image: x, ports: [\(String(repeating: "'1-9:1-9', ", count: 20_000 / part))]}}"
      }
    ),
    (
      "compose.yml",
      { part in "services: {a: {image: \"\(String(repeating: "${A:-", count: 20_000 / part))\"}}" }
    ),
  ]

  /// Of a text that is eight times as long, reading takes about eight times as long: 24 times would be more
  /// than a busy machine adds, and 64 times is what looking back at all that was read before takes.
  @Test(arguments: texts.indices) func `a long line takes no longer than its length asks for`(_ index: Int) {
    let (file, text) = Self.texts[index]
    let (part, whole) = (text(8), text(1))
    let (short, long) = (Self.time(toRead: part, as: file), Self.time(toRead: whole, as: file))
    #expect(long < short * 24 + .milliseconds(200), "\(file): \(part.prefix(60)): \(short), \(long)")
  }

  private static func time(toRead text: String, as file: String) -> Duration {
    processorTime {
      let found = Found([file: text])
      _ = try? Board.parse(BoardText(found.project).text, file: "shop.yml")
      #expect(!found.project.groups.isEmpty || !found.project.mistakes.isEmpty || !found.remarks.isEmpty)
    }
  }
}
