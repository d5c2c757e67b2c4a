internal import ArgumentParser
internal import Board
internal import Boundary
internal import BoxClient
internal import Configuration
internal import Headless
internal import Processes
internal import Projects

/// Reads a board and reports all mistakes in it.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Validate a board and print all mistakes in it.",
    discussion: """
      Variables such as ${PORT} that are not set here and have no default are listed, but are no mistakes: another front \
      end may have them. So are facts in the guards of shared actions that other machines may know differently, and \
      commands of several lines that go on after a line that fails. The files of `env-file` are read, too: one that is missing \
      here is no mistake. Their text is not shown. If a box of the board runs and has trouble with the etcd of shared actions, \
      such as nodes that are not one cluster, it says so. Nothing else is asked.

      Where the files of other programs are opened, what is not taken over from them is listed, too, and is no mistake.
      """)

  @OptionGroup var json: JSONOptions
  @OptionGroup var board: BoardFileOptions

  func run() throws {
    let choice = try Opening.choose(board.board)
    if json.json { return try printJSON(choice) }
    let opened = try Opening.open(choice)
    let board = opened.board
    let project = ProjectRemarks(opened.project)
    if let mistakes = project?.mistakes, !mistakes.isEmpty {
      StandardError.writeLines(mistakes.map(\.description).joined(separator: "\n"))
      throw ExitCode(ExitStatus.badBoard)
    }
    let files = VariableFileCheck(of: board)
    guard files.mistakes.isEmpty else {
      for mistake in files.mistakes { StandardError.write(mistake) }
      throw ExitCode(ExitStatus.badBoard)
    }
    let count = board.actions.count
    let inherited = InheritedVariables(of: nil)
    let lines: [TerminalText] =
      ["\(choice.name): \(count) \(count == 1 ? "action" : "actions"), no mistakes"]
      + (project?.lines ?? [])
      + UnsetVariables.lines(of: board) { inherited[$0] != nil } + files.remarks
      + OwnFacts.lines(of: board)
      + IgnoredFailures.lines(of: board)
    guard board.cluster != nil else { return Opening.output.write(lines: lines) }
    ExistingBox.runCommand {
      let box = try? await ExistingBox.of(choice)?.box
      let problems = box?.situation.problems.filter { $0.source == Situation.Problem.etcdSource } ?? []
      Opening.output.write(
        lines: lines + problems.map { "the box of this board says of its etcd: \($0.message)" })
      return ExitStatus.succeeded
    }
  }

  /// Prints what was found as one JSON object per line.
  private func printJSON(_ choice: BoardChoice) throws {
    var mistakes: [Diagnostic] = []
    var count: Int?
    var project: Project?
    do throws(BoardError) {
      let opened = try choice.open()
      project = opened.project
      mistakes = project?.mistakes ?? []
      count = opened.board.actions.count
    } catch {
      project = try? choice.project
      mistakes = error.diagnostics
    }
    for line in ProjectRemarks.jsonLines(project, mistakes: mistakes, actions: count) {
      Opening.output.write(line + "\n")
    }
    if !mistakes.isEmpty { throw ExitCode(ExitStatus.badBoard) }
  }
}
