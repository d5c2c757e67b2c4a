import Foundation
import Fuzzing
import PseudoTerminal
import TestSupport
import Testing

/// What an action of a foreign file does is what typing the command of its own tool does, with the real ones:
/// the same arguments, directories and environment arrive, in the same order, with the same end. Tools that
/// are not installed are left out; `SIGNALBOX_RUNNERS` names directories in which they are also looked for.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct SameAsTypedTests {
  private static let path: String = {
    let environment = ProcessInfo.processInfo.environment
    return [environment["SIGNALBOX_RUNNERS"], Program.plainEnvironment["PATH"], environment["PATH"]]
      .compactMap(\.self).joined(separator: ":")
  }()

  private static func program(_ name: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Says what has arrived, and waits until all of `$PROGRAMS` have, because honcho ends all with the first.
  private static let recorder = """
    #!/bin/sh
    text="in $(pwd -P)"
    for word; do text="$text
    argument <$word>"; done
    printf '%s\\n%s\\nend\\n' "$text" "$(env | grep -vE '^(_|SHLVL|OLDPWD)=' | sort)" >> "$RECORD"
    while [ "$(grep -c ^end "$RECORD")" -lt "${PROGRAMS:-0}" ]; do sleep 0.02; done
    """

  @Test(arguments: ForeignTool.allCases.filter { program($0.rawValue) != nil })
  func `an action does what its typed command does`(_ tool: ForeignTool) throws {
    let sandbox = try Sandbox()
    for directory in ["sub", "sub/inner", "sub/größe x"] { try sandbox.makeDirectory(directory) }
    let scratch = try Scratch()
    let recorder = try scratch.write(Self.recorder, to: "record", permissions: 0o755)
    var random = SeededGenerator(seed: 1)
    let project = tool.project(recorder, &random)
    for (name, text) in project.files { try sandbox.write(text, to: "sub/\(name)") }
    // A file above is another project.
    try sandbox.write("all:\n\tfalse\n", to: "Makefile")
    for action in project.actions {
      let run = try ran(action.arguments, sandbox, scratch, action.programs)
      let typed = try typed(tool, action.typed, sandbox, scratch, action.programs)
      #expect(!typed.records.isEmpty, "\(action.typed) has done nothing: \(typed)")
      #expect(run.records == typed.records, "\(action.typed): \(run.messages)")
      #expect(run.isSuccess == typed.isSuccess, "\(action.typed): \(run.messages), \(typed.messages)")
    }
  }

  private struct Outcome {
    /// What arrived, one entry for each program.
    var records: [[String]]
    var isSuccess: Bool
    var messages: String
  }

  private func ran(
    _ arguments: [[String]], _ sandbox: Sandbox, _ scratch: Scratch, _ programs: Int
  ) throws -> Outcome {
    var outcome = Outcome(records: [], isSuccess: true, messages: "")
    for words in arguments {
      let result = try HeadlessProgram(
        ["run", "--yes"] + words, on: sandbox, board: nil, environment: environment(scratch, 0),
        subdirectory: "sub"
      ).end()
      outcome.records += try records(scratch)
      outcome.isSuccess = outcome.isSuccess && result.status == 0
      outcome.messages += result.output + result.messages
    }
    if programs > 1 { outcome.records.sort { $0.joined() < $1.joined() } }
    return outcome
  }

  private func typed(
    _ tool: ForeignTool, _ words: [String], _ sandbox: Sandbox, _ scratch: Scratch, _ programs: Int
  ) throws -> Outcome {
    let output = Pipe()
    let environment = Program.plainEnvironment.merging(environment(scratch, programs)) { $1 }
    let process = try ChildProgram(
      try #require(Self.program(tool.rawValue)), words, environment: environment,
      directory: sandbox.path(of: "sub"),
      output: .pipe(output), errors: nil)
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    let end = process.waitForEnd()
    var records = try records(scratch)
    if programs > 1 { records.sort { $0.joined() < $1.joined() } }
    return Outcome(
      records: records, isSuccess: end == .exited(0), messages: String(decoding: said, as: UTF8.self))
  }

  private func environment(_ scratch: Scratch, _ programs: Int) -> [String: String] {
    [
      "PATH": Self.path, "RECORD": "\(scratch.path)/record.txt", "PROGRAMS": "\(programs)",
      "HOME": scratch.path,
      "NO_UPDATE_NOTIFIER": "1", "npm_config_update_notifier": "false",
    ]
  }

  /// What was recorded since the last time, without the variables of signalbox, the test and honcho.
  private func records(_ scratch: Scratch) throws -> [[String]] {
    let file = "\(scratch.path)/record.txt"
    defer { unlink(file) }
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    var records: [[String]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "end" {
        records.append([])
      } else if !["SIGNALBOX", "INPUT_", "PROGRAMS=", "HONCHO_"].contains(where: line.hasPrefix) {
        records[records.count - 1].append(String(line))
      }
    }
    return records.dropLast()
  }
}
