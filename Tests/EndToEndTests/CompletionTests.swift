import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Completion of the names of actions and runs in shells.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct CompletionTests {
  private static let actions = "  build: { run: 'exit 3' }\n  deploy: { run: 'true' }\n"

  @Test(arguments: ["bash", "zsh", "fish"])
  func `the script of a shell asks for actions and runs where they belong`(shell: String) throws {
    let script = try HeadlessProgram.run("--generate-completion-script", shell, board: nil).output
    for command in ["run", "wait", "history", "restart", "output", "why", "cancel"] {
      #expect(script.contains("---completion \(command) "), "\(command) asks for nothing in \(shell)")
    }
    #expect(
      script.contains(#/---completion output .*--run|--run.*---completion output/#.dotMatchesNewlines()))
  }

  @Test func `actions and runs are those of the board`() throws {
    let board = try SharedBoard(Self.actions)
    for _ in 1...2 { _ = try board.run("run", "--quiet", "build") }
    #expect(try board.run("stop").status == 0)
    let actions = try board.run(
      "---completion", "output", "--", "positional@0", "2", "0", "signalbox", "output", "")
    #expect(actions.output.split(whereSeparator: \.isNewline) == ["build", "deploy"], "\(actions)")
    let runs = try board.run(
      "---completion", "output", "--", "--run", "4", "0", "signalbox", "output", "build", "--run", "")
    #expect(
      runs.output.split(whereSeparator: \.isNewline) == ["2", "1", "-1", "-2", "all", "next"], "\(runs)")
  }

  @Test func `bash completes them`() throws {
    let bash = "/bin/bash"
    try #require(FileManager.default.isExecutableFile(atPath: bash), "bash is missing")
    let board = try SharedBoard(Self.actions)
    let program = URL(filePath: Desk.program).deletingLastPathComponent().path
    let code = """
      compopt() { :; }
      eval "$(signalbox --generate-completion-script bash)"
      COMP_WORDS=(signalbox wait --end ''); COMP_CWORD=3; COMP_LINE='signalbox wait --end '; COMP_POINT=21
      _signalbox signalbox '' --end
      echo "${COMPREPLY[@]}"
      """
    let output = Pipe()
    let child = try ChildProgram(
      bash, ["-c", code],
      environment: Program.plainEnvironment.merging(["PATH": "\(program):/usr/bin:/bin"]) { $1 },
      directory: board.desk.directory, output: .pipe(output), errors: nil)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitForEnd()
    #expect(text.contains("build deploy"), "\(text)")
  }
}
