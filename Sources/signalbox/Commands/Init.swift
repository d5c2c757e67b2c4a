internal import ArgumentParser
internal import Board

/// Writes a board to start with.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a board with comments to start with; never overwrites a file.")

  @Argument(help: "The file to create.", completion: .file(extensions: BoardSearch.fileExtensions))
  var file = "signalbox.yml"

  func run() throws {
    do throws(NewFile.Refusal) {
      try NewFile.write(Board.starterText, to: file)
    } catch {
      StandardError.write("\(file): \(error.reason)")
      throw ExitCode.failure
    }
    let open =
      BoardSearch.fileNames.contains(file) ? "" : FirstWord.isFile(file) ? " \(file)" : " --board \(file)"
    StandardError.write("wrote \(file): try `signalbox\(open)`")
  }
}
