import Board
import Configuration
import Fuzzing
import Testing

@testable import Projects

/// Texts that nobody has written: each becomes a board or says why not.
@Suite(.timeLimit(.minutes(Seeds.minuteLimit))) struct ProjectFuzzTests {
  private static let names = [
    "justfile", "Taskfile.yml", "Makefile", "package.json", "Procfile", "mprocs.yaml", "process-compose.yml",
    "compose.yml", "deno.json",
  ]

  /// Pieces of all formats, which random texts consist of.
  private static let pieces = [
    "\n", "\n", "\n  ", "\n    ", "\n\t", " ", ":", ": ", "=", ":=", "{", "}", "[", "]", "\"", "'", "'''",
    "`", "(", ")", "#",
    "## x", "$", "$(X)", "${X:-1}", "{{.X}}", "%", "&", "*", "&a ", "*a", "<<: *a", "!reset ", "- ", "\\",
    "\\\n", ",", "-",
    "--", "+", "@", "a", "b", "build", "test:watch", "network", "é", "😀", "\u{202E}", "\0", "\u{1B}[2J",
    "\r\n", "\u{FEFF}",
    ".PHONY", "define", "endef", "include x", "import 'x'", "mod x", "[private]", "[group('g')]",
    "alias b := build",
    "tasks:", "services:", "processes:", "procs:", "includes:", "version: '3'", "command: x", "cmds: [x]",
    "shell: x",
    "depends_on: [a]", "depends_on: {a: {condition: service_healthy}}", "healthcheck: {test: x}",
    "ports: ['1:2']",
    "readiness_probe: {exec: {command: x}}", "http_get: {port: 99999, path: ' '}", "\"scripts\": {",
    "\"a\": \"b\"", "{\"scripts\": {\"a\": \"b\"}}",
    "requires: {vars: [V]}", "aliases: [x, x]", "env: {A: 1}", "cwd: ~", "working_dir: ~x", "log_location: x",
    "null", "true", "1e9",
    "namespace: x", "successes: 0", "success_exit_codes: [1, 300]", "max_restarts: -1", "stop: SIGKILL",
    "availability: {restart: always, max_restarts: 99999999}",
  ]

  @Test func `every text becomes a board, or says why not`() throws {
    for seed in Seeds(300) {
      var random = SeededGenerator(seed: seed)
      var files: [String: String] = ["x": "b:\n"]
      for _ in 0...random.below(3) {
        let text = (0..<random.below(60)).map { _ in random.pick(Self.pieces) }.joined()
        files[random.pick(Self.names)] = text
      }
      let found = Found(files)
      if found.project.groups.isEmpty {
        #expect(!found.project.mistakes.isEmpty || !found.remarks.isEmpty, "seed \(seed): \(files)")
      } else {
        #expect(throws: Never.self, "seed \(seed): \(files)") { _ = try found.board() }
      }
    }
  }
}
