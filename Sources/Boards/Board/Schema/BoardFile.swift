package import Configuration
internal import Essentials

extension Board {
  /// Parses the text of a board file.
  /// - Parameter file: The file name with which messages begin. Without directory and extension, it is the
  ///   title of a board that has none.
  /// - Throws: Every mistake in the text, in the order of the text.
  ///
  /// Paths in the board remain relative to the working directory, and none can begin with `~`.
  public static func parse(_ text: String, file: String) throws(BoardError) -> Board {
    try parse(text, file: file, at: BoardPlace())
  }

  /// Parses a board that was not written by a person, but made from the files in a directory.
  /// - Parameters:
  ///   - file: The name with which messages begin.
  ///   - directory: The absolute path to which paths are relative.
  ///   - source: The text by which front ends and boxes compare what they have read.
  ///   - files: What the text was made from.
  package static func parse(
    _ text: String, named file: String, inDirectory directory: String, digestOf source: String,
    files: [String]
  ) throws(BoardError) -> Board {
    let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    var board = try parse(text, file: file, at: BoardPlace(directory: directory, home: home))
    board.source = BoardSource(source, directory: directory, home: home)
    board.source.files = files
    return board
  }

  static func parse(_ text: String, file: String, at place: BoardPlace) throws(BoardError) -> Board {
    guard text.utf8.count <= SourceFile.sizeLimit else {
      throw BoardError(diagnostics: [SourceFile.tooLarge(file, kind: "board")])
    }
    let report = Report(SourceText(file: file, kind: "board", text: text))
    guard let root = YAMLReader.read(report) else {
      if report.isEmpty {
        report.mistake(
          "the board is empty", at: TextLocation(line: 1, column: 1), hint: "a board needs `actions`")
      }
      throw BoardError(diagnostics: report.diagnostics)
    }
    let draft = ValueReader.board(at: place).read(Field(name: "a board", node: root, report: report))
    guard var board = draft?.checked(report), report.isEmpty else {
      throw BoardError(diagnostics: report.diagnostics)
    }
    board.source = BoardSource(text, directory: place.directory, home: place.home)
    return board
  }

  /// Reads a board file of at most 4 MiB.
  ///
  /// Its commands run in the directory of the file, and relative paths are relative to it. A board from a
  /// pipe or a device has no directory: its commands run in the working directory. A file that is missing
  /// or empty is looked for again for a quarter of a second, since editors and version control replace
  /// files.
  /// - Throws: An error that the file cannot be read or is not UTF-8, or every mistake in it.
  public static func load(contentsOf path: String) throws(BoardError) -> Board {
    let (text, place) = try content(of: path)
    return try parse(text, file: path, at: place)
  }

  /// Reads the file of this board again.
  /// - Returns: Nil if the board was read from the same text in the same directory.
  package func reload(contentsOf path: String) throws(BoardError) -> Board? {
    let (text, place) = try Self.content(of: path)
    let present = BoardSource(text, directory: place.directory, home: place.home)
    if source.matches(present) { return nil }
    return try Self.parse(text, file: path, at: place)
  }

  private static func content(of path: String) throws(BoardError) -> (text: String, place: BoardPlace) {
    let text: String
    do throws(Diagnostic) {
      text = try SourceFile.settledText(of: path, kind: "board")
    } catch {
      throw BoardError(diagnostics: [error])
    }
    let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (text, BoardPlace(ofFile: path, home: home))
  }

  /// What documentation says about the format.
  package static var schema: ValueSchema { ValueReader.board().schema() }
}
