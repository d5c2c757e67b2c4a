internal import ArgumentParser
internal import Headless
internal import Processes

/// The command line.
@main
struct Signalbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signalbox",
    abstract: "A live control panel for the terminal.",
    usage: """
      signalbox [<file> | --board <file>] [--read-only] [--no-color]
      signalbox <subcommand>
      """,
    discussion: """
      Shows what is busy and how far, what failed, and which buttons are safe to press. The actions are listed in a \
      board: <file>, whose name has a `/` or ends in .yml or .yaml, else signalbox.yml or signalbox.yaml in this directory \
      or the nearest one above that has one. Without a board, the panel opens a demo with a simulated network. Your keys \
      and colours are in signalbox/config.yml in $XDG_CONFIG_HOME (or ~/.config).

      Exit codes: 0 all succeeded, 1 an action failed, 2 usage error, 3 refused by a guard or not confirmed, 75 it cannot be \
      done now: a wait took too long, etcd does not answer, a lock is held, or the user has too many processes, 78 no board, or mistakes in the \
      board or config.yml, 124 timed out, 128+n ended by signal n. For a single action that is a command, `run` exits with \
      the code of the command, unless --exit-map says otherwise.
      """,
    version: ProgramVersion.version,
    subcommands: [
      OpenPanel.self, Demo.self, RunActions.self, Restart.self, Wait.self, Watch.self, Output.self,
      History.self,
      ListActions.self, Why.self,
      Plan.self,
      Fleet.self, ServeAgent.self, Record.self,
      Check.self, Init.self, ListBoxes.self, StopBox.self, CancelAction.self, TakeOver.self,
      DismissErrors.self, ServeBox.self,
    ],
    defaultSubcommand: OpenPanel.self)

  /// Parses the arguments and runs the command. A usage error exits with code 2, as in most programs, instead
  /// of the parser's 64.
  static func main() {
    StandardDescriptors.openMissing()
    DescriptorLimit.raise()
    if let refusal = DescriptorLimit.refusal {
      StandardError.write(refusal)
      ProcessEnd.withStatus(ExitStatus.failed)
    }
    if let refusal = ThreadLimit.refusal {
      StandardError.write(refusal)
      ProcessEnd.withStatus(ExitStatus.waitedTooLong)
    }
    MemoryArena.share()
    TaskQueue.install()
    do {
      if let form = ShortForm(Array(CommandLine.arguments.dropFirst())) { return try form.run() }
      if let word = CommandLine.arguments.dropFirst().first,
        !word.hasPrefix("-"), !FirstWord.isCommand(word), !FirstWord.isFile(word)
      {
        // The parser would take the word for the file of a board, and report the words after it.
        throw ValidationError(FirstWord.mistake(in: word))
      }
      var command = try parseAsRoot()
      try command.run()
    } catch {
      if exitCode(for: error) == .success {
        // Help, the version, a script: the parser would not notice that nothing can be written.
        Opening.output.write(fullMessage(for: error) + "\n")
        ProcessEnd.withStatus(ExitStatus.succeeded)
      }
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      StandardError.writeLines(fullMessage(for: error))
      let exitMap = ExitMap(namedIn: CommandLine.arguments)
      ProcessEnd.withStatus(exitMap.code(ExitStatus.usage))
    }
  }
}
