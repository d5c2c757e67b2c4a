import Configuration

/// What the panel shows: a checked board file.
///
///     let board = try Board.parse("actions: {build: {key: b, run: swift build}}", file: "signalbox.yml")
///     board["build"]?.title   // "build"
///
/// There is a board only when its file has no mistake: names in guards exist, no two buttons share a key, and no
/// guard waits for itself.
public struct Board: Sendable, Equatable {
  public let title: String
  public let network: NetworkTiming
  /// At least one action, in the order of the file. Their ids differ, and so do their keys.
  public let actions: [ActionDefinition]
  private let indices: [String: Int]

  /// The action with an id.
  public subscript(id: String) -> ActionDefinition? {
    indices[id].map { actions[$0] }
  }

  /// Reads the text of a board file.
  /// - Parameter file: The name that messages begin with. Without its directory and extension it is the title of a
  ///   board that has none.
  /// - Throws: Every mistake in the text, in its order.
  public static func parse(_ text: String, file: String) throws(BoardError) -> Board {
    guard text.utf8.count <= SourceFile.sizeLimit else {
      throw BoardError(diagnostics: [SourceFile.tooLarge(file, kind: "board")])
    }
    let report = Report(SourceText(file: file, kind: "board", text: text))
    guard let root = YAMLReader.read(report) else {
      if report.isEmpty {
        report.mistake(
          "the board is empty", at: TextLocation(line: 1, column: 1), hint: "it needs `actions`")
      }
      throw report.error
    }
    let board = BoardDraft.read(root, report)?.checked(report)
    guard let board, report.isEmpty else { throw report.error }
    return board
  }

  /// Reads a board file of at most 4 MiB.
  /// - Throws: That the file cannot be read or is not UTF-8, or every mistake in it.
  public static func load(contentsOf path: String) throws(BoardError) -> Board {
    let text: String
    do throws(Diagnostic) {
      text = try SourceFile.text(of: path, kind: "board")
    } catch {
      throw BoardError(diagnostics: [error])
    }
    return try parse(text, file: path)
  }

  init(title: String, network: NetworkTiming, actions: [ActionDefinition]) {
    self.title = title
    self.network = network
    self.actions = actions
    indices = Dictionary(
      actions.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }
}
