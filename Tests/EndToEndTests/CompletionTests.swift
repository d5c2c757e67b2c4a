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
    try expectEqual(board.run("stop").status, 0)
    let actions = try board.run(
      "---completion", "output", "--", "positional@0", "2", "0", "signalbox", "output", "")
    #expect(actions.output.split(whereSeparator: \.isNewline) == ["build", "deploy"], "\(actions)")
    let runs = try board.run(
      "---completion", "output", "--", "--run", "4", "0", "signalbox", "output", "build", "--run", "")
    #expect(
      runs.output.split(whereSeparator: \.isNewline) == ["2", "1", "-1", "-2", "all", "next"], "\(runs)")
  }

  @Test func `inputs are those of the actions on the command line`() throws {
    let board = try SharedBoard(
      """
        send:
          run: [echo, { input: env }]
          input:
            - { name: env, choices: [staging, production] }
            - { name: note, optional: true }
            - { name: token, hidden: true }
        tail: { run: 'echo "$INPUT"', buttons: [{ key: 1, input: live }, { key: 2, input: old }] }
        end: { run: 'echo "$INPUT"', buttons: [{ key: 3, input: old }, { key: 4, input: new }] }
        say: { run: 'echo "$INPUT"', input: Text }
        open: { run: 'echo "$INPUT"', input: { prompt: Password, hidden: true } }

      """)
    for (action, texts) in [
      ("send", ["env=staging", "env=production", "note=", "token=-"]), ("tail", ["live", "old"]), ("no", []),
      ("say", []), ("open", ["-"]),
    ] {
      let inputs = try board.run(
        "---completion", "run", "--", "--input", "4", "0", "signalbox", "run", action, "--input", "")
      #expect(inputs.output.split(whereSeparator: \.isNewline).map(String.init) == texts, "\(inputs)")
    }
    let both = try board.run(
      "---completion", "run", "--", "--input", "5", "0", "signalbox", "run", "tail", "end", "--input", "")
    #expect(both.output.split(whereSeparator: \.isNewline) == ["live", "old", "new"], "\(both)")
  }

  @Test(.enabled(if: Shell.bash.isInstalled, "bash is not installed"))
  func `bash completes them`() throws { try complete(.bash) }

  @Test(.enabled(if: Shell.zsh.isInstalled, "zsh is not installed"))
  func `zsh completes them`() throws { try complete(.zsh) }

  @Test(.enabled(if: Shell.fish.isInstalled, "fish is not installed"))
  func `fish completes them`() throws { try complete(.fish) }

  /// A person types in a shell, and asks what could come next.
  private func complete(_ shell: Shell) throws {
    let board = try SharedBoard(Self.actions)
    for _ in 1...2 { _ = try board.run("run", "--quiet", "build") }
    try expectEqual(board.run("stop").status, 0)
    let program = URL(filePath: Sandbox.program).deletingLastPathComponent().path
    let terminal = try board.sandbox.script(
      shell.start, environment: ["PATH": "\(program):/usr/local/bin:/usr/bin:/bin"])
    terminal.send(shell.preparation + "\n")
    try terminal.waitFor("prepared")
    for (line, answers) in [
      ("wait --end ", ["build", "deploy"]), ("output ", ["build", "deploy"]),
      ("output build --run ", ["2", "1", "-1", "-2", "all", "next"]),
    ] {
      // What was typed before, and what was shown for it, goes.
      terminal.send("\u{15}clear; echo 'next''one'\n")
      try terminal.waitFor("nextone")
      terminal.send("signalbox \(line)\t\t")
      try terminal.waitUntil("\(answers) after \(line)") { screen in
        let words = Set(screen.text.split(whereSeparator: \.isWhitespace).map(String.init))
        return words.isSuperset(of: answers)
      }
    }
  }
}

/// A shell as a person uses it, without the settings of one.
private enum Shell: String {
  case bash, zsh, fish

  var isInstalled: Bool {
    ["/usr/local/bin", "/usr/bin", "/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(rawValue)")
    }
  }

  var start: String {
    switch self {
    case .bash: "exec bash --norc --noprofile -i"
    case .zsh: "exec zsh -f -i"
    case .fish: "exec fish --no-config -i"
    }
  }

  /// What reads the script of the program, as it is documented, and says that it has.
  var preparation: String {
    let generate = "signalbox --generate-completion-script \(rawValue)"
    return switch self {
    case .bash: "source <(\(generate)); echo prep''ared"
    case .zsh:
      "mkdir functions; \(generate) >functions/_signalbox; fpath=($PWD/functions $fpath); autoload -Uz compinit; "
        + "compinit -u -D; echo prep''ared"
    case .fish: "\(generate) | source; echo prep''ared"
    }
  }
}
