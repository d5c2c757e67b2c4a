import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// What is entered for just, make, Task and npm never starts another program, with the real ones. Those that
/// are not installed are left out; `SIGNALBOX_RUNNERS` names directories in which they are also looked for.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct InjectionTests {
  private static let path: String = {
    let environment = ProcessInfo.processInfo.environment
    return [environment["SIGNALBOX_RUNNERS"], environment["PATH"]].compactMap(\.self).joined(separator: ":")
  }()

  private static func isInstalled(_ program: String) -> Bool {
    path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  /// Texts that start `touch pwned` where a program makes a command of them.
  private static let texts = [
    "x\"; touch pwned; echo \"", "x'; touch pwned; echo '", "$(touch pwned)", "`touch pwned`",
    "; touch pwned",
    "| touch pwned", "|| touch pwned", "& touch pwned", "&& touch pwned", "> pwned", ">>pwned",
    "<(touch pwned)",
    "$(shell touch pwned)", "${shell touch pwned}", "$$(touch pwned)", "x) ; touch pwned ; (",
    "}; touch pwned; {",
    "x\\\"; touch pwned; echo \\\"", "\\\"; touch pwned #", "{{ `touch pwned` }}",
    "{{shell(\"touch pwned\")}}",
    "{{.TASK}}; touch pwned", "-c touch pwned", "--shell=touch", "--eval=$(shell touch pwned)",
    "-f/dev/stdin",
    "--justfile=evil", "--taskfile=evil.yml", "SHELL=./evil", ".SHELLFLAGS=-c touch", "evil", "default; evil",
    "x evil", "x\tevil", "PATH=.:$PATH", "$IFS$(touch$IFS\"pwned\")", "a#$(touch pwned)", "!touch pwned",
    "%0atouch pwned", "x\u{2028}touch pwned", "~/x; touch pwned",
  ]

  /// The actions of a tool, and the files that it needs.
  private struct Runner: CustomTestStringConvertible {
    let program: String
    let files: [String: String]
    /// The board; nil where the files are opened.
    var board: String?
    /// The inputs of each action.
    let actions: [String: [String]]
    var testDescription: String { program }
  }

  private static let strict = "^[A-Za-z0-9_@%+=:,./][A-Za-z0-9_@%+=:,./ -]*$"

  private static let runners = [
    Runner(
      program: "just",
      files: [
        "justfile": """
        one x:
            @echo {{x}} "{{x}}" '{{x}}'
        two x y="d" *more:
            @echo {{x}} {{y}} {{more}}
        free $x:
            @echo "$x"
        both $x:
            @echo "$x" {{x}}
        [positional-arguments]
        place x:
            @echo "$1"
        inner x: (one x)
        evil:
            touch pwned
        default:
            touch pwned

        """
      ],
      actions: [
        "one": ["x"], "two": ["x", "y", "more"], "free": ["x"], "both": ["x"], "place": ["x"], "inner": ["x"],
      ]),
    Runner(
      program: "task",
      files: [
        "Taskfile.yml": """
        version: '3'
        tasks:
          one:
            requires: { vars: [X] }
            cmds: ['echo {{.X}} "{{.X}}"']
          two:
            requires: { vars: [X, { name: Y, enum: [a, b] }] }
            cmds: ['echo {{.X}} {{.Y}}']
          evil: touch pwned
          default: touch pwned

        """
      ],
      actions: ["one": ["X"], "two": ["X", "Y"]]),
    Runner(
      program: "make",
      files: ["Makefile": "one:\n\t@echo $(V) \"$(V)\"\nevil default:\n\ttouch pwned\n"],
      board: """
        actions:
          one: { run: [make, one, { input: V, prefix: V= }], input: [{ name: V, matches: '\(strict)' }] }
        """,
      actions: ["one": ["V"]]),
    Runner(
      program: "npm",
      files: [
        "package.json":
          #"{"name": "x", "scripts": {"one": "echo", "evil": "touch pwned", "default": "touch pwned"}}"#
      ],
      board: """
        actions:
          one: { run: [npm, run, --silent, one, --, { input: v }], input: [{ name: v, matches: '\(strict)' }] }
        """,
      actions: ["one": ["v"]]),
  ]

  @Test(arguments: runners.filter { isInstalled($0.program) })
  private func `what is typed never starts another program`(_ runner: Runner) throws {
    let sandbox = try Sandbox(runner.board)
    for (name, text) in runner.files { try sandbox.write(text, to: name) }
    try sandbox.write("#!/bin/sh\ntouch pwned\n", to: "evil")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: sandbox.path(of: "evil"))
    var accepted = 0
    for (action, inputs) in runner.actions.sorted(by: { $0.key < $1.key }) {
      for input in inputs {
        for text in Self.texts {
          // The other inputs have something harmless.
          let others = inputs.filter { $0 != input }.flatMap { ["--input", "\($0)=a"] }
          let result = try HeadlessProgram(
            ["run", action, "--quiet", "--input", "\(input)=\(text)"] + others, on: sandbox, board: nil,
            environment: ["PATH": Self.path, "NO_UPDATE_NOTIFIER": "1"]
          ).end()
          #expect(!sandbox.has("pwned"), "\(runner.program) \(action) \(input)=\(text): \(result)")
          try? FileManager.default.removeItem(atPath: sandbox.path(of: "pwned"))
          #expect(result.status == 0 || result.status == 1 || result.status == 2, "\(text): \(result)")
          if result.status != 2 { accepted += 1 }
        }
      }
    }
    // Texts reach the program, too.
    #expect(accepted > 0)
  }
}
