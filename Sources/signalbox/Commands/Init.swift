internal import ArgumentParser
internal import Board
internal import Headless
internal import Projects

/// Writes a board to start with.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a board with comments to start with; never overwrites a file.",
    discussion: """
      With --from, the board has the actions of a Makefile, a justfile, a Taskfile, a package.json, a Procfile, or the file \
      of mprocs, process-compose or docker compose. From then on the board is opened, and no longer that file.
      """)

  @Argument(help: "The file to create.", completion: .file(extensions: BoardSearch.fileExtensions))
  var file = "signalbox.yml"

  @Option(
    help: ArgumentHelp(
      "Take over the actions of this file, or of all known files in this directory; `.` is this one.",
      valueName: "path"),
    completion: .file())
  var from: String?

  @Flag(help: "With --from, services start with the board if their own program starts them.")
  var start = false

  func validate() throws {
    if start && from == nil { throw ValidationError("--start needs --from.") }
  }

  func run() throws {
    let text = try text()
    do throws(NewFile.Refusal) {
      try NewFile.write(text, to: file)
    } catch {
      StandardError.write("\(file): \(error.reason)")
      throw ExitCode.failure
    }
    let open =
      BoardSearch.fileNames.contains(file) ? "" : FirstWord.isFile(file) ? " \(file)" : " --board \(file)"
    StandardError.write("wrote \(file): try `signalbox\(open)`")
    if from == nil { offerFiles() }
  }

  private func text() throws -> String {
    guard let from else { return Board.starterText }
    do throws(BoardError) {
      guard let opened = try ProjectBoard.open(from).project else {
        StandardError.write("\(from) is a board, or no file of a program that is known")
        throw BoardError(diagnostics: [])
      }
      guard opened.mistakes.isEmpty else { throw BoardError(diagnostics: opened.mistakes) }
      return BoardText(opened, startsServices: start).textWithComments
    } catch {
      if !error.diagnostics.isEmpty { StandardError.writeLines("\(error)") }
      throw ExitCode(ExitStatus.badBoard)
    }
  }

  /// Names the files that `--from` takes over.
  private func offerFiles() {
    guard let directory = ProjectDirectory(".") else { return }
    let names = ProjectReader.knownFiles(among: directory.entries).map(\.file)
    guard !names.isEmpty else { return }
    StandardError.write(
      "found \(names.joined(separator: ", ")): remove \(file), and `signalbox init --from .` takes them over")
  }
}
