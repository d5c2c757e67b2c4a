import Board
import TestSupport
import Testing

@testable import Projects

/// Lines that are far longer than people write them, and end late or never: reading takes no longer than
/// their length asks for.
@Suite(.timeLimit(.minutes(5))) struct LongLineTests {
  private static let texts: [(file: String, text: String)] = [
    ("justfile", String(repeating: "set shell", count: 5_000) + ":\n"),
    ("justfile", "a" + (0..<5_000).map { " x\($0)=y" }.joined() + ":\n  echo {{x1}}\n"),
    ("justfile", "a:\n" + String(repeating: "  echo {{a}}\n", count: 20_000)),
    ("justfile", "x := 'a' + \\\n" + String(repeating: "\\\n", count: 60_000) + "\na:\n"),
    ("justfile", "x := \"" + String(repeating: "\\\"", count: 30_000) + "\na:\n"),
    ("justfile", "x := " + String(repeating: "(", count: 60_000) + "\na:\n"),
    ("justfile", "x := " + String(repeating: "('\n", count: 60_000) + "\na:\n"),
    ("justfile", "x := " + String(repeating: "'''", count: 60_001) + "\na:\n"),
    ("justfile", "[" + String(repeating: "a(b='c', ", count: 30_000) + "]\na:\n"),
    ("justfile", "[a(\"" + String(repeating: "\\\"", count: 30_000) + ")]\na:\n"),
    ("justfile", "a x=" + String(repeating: "(", count: 60_000) + ":\na:\n"),
    ("justfile", (0..<20_000).map { "alias a\($0) := b\n" }.joined() + "b:\n"),
    ("Makefile", "a:" + String(repeating: " \\\n", count: 60_000) + "\n\techo\n"),
    ("Makefile", String(repeating: "$(", count: 60_000) + ": a\na:\n"),
    ("Makefile", "a: ## " + String(repeating: "##", count: 60_000) + "\n"),
    ("Makefile", (0..<10_000).map { "t\($0) " }.joined() + ": a\na:\n"),
    ("Makefile", ".PHONY: a\na:" + String(repeating: "\n\n\t\\", count: 60_000) + "\n"),
    ("Procfile", "a: " + String(repeating: "\"'", count: 60_000) + "\n"),
    ("package.json", "{\"scripts\": {\"a\": \"" + String(repeating: "\\u00e9", count: 30_000) + "\"}}"),
    ("package.json", "{" + String(repeating: "/*", count: 60_000) + "*/ \"scripts\": {\"a\": \"b\"}}"),
    ("package.json", String(repeating: "{\"scripts\": ", count: 20_000)),
    ("Taskfile.yml", "tasks: {a: {cmd: x, requires: {vars: [\(String(repeating: "V, ", count: 20_000))]}}}"),
    (
      "Taskfile.yml",
      "tasks: {a: {cmd: x, aliases: [\((0..<20_000).map { "b\($0)" }.joined(separator: ", "))]}}"
    ),
    ("Taskfile.yml", "tasks: {a: {cmd: x, deps: [\(String(repeating: "a, ", count: 20_000))]}}"),
    ("mprocs.yaml", "procs: {a: {cmd: [\(String(repeating: "b, ", count: 20_000))]}}"),
    ("process-compose.yml", "processes: {a: {command: \"\(String(repeating: "{{.A}}$$", count: 20_000))\"}}"),
    ("compose.yml", "services: {a: {image: x, ports: [\(String(repeating: "'1-9:1-9', ", count: 20_000))]}}"),
    ("compose.yml", "services: {a: {image: \"\(String(repeating: "${A:-", count: 20_000))\"}}"),
  ]

  @Test(arguments: texts.indices) func `a long line takes no longer than others`(_ index: Int) {
    let (file, text) = Self.texts[index]
    let time = processorTime {
      let found = Found([file: text])
      _ = try? Board.parse(BoardText(found.project).text, file: "shop.yml")
      #expect(!found.project.groups.isEmpty || !found.project.mistakes.isEmpty || !found.remarks.isEmpty)
    }
    #expect(time < .seconds(2), "\(file): \(text.prefix(60)): \(time)")
  }
}
