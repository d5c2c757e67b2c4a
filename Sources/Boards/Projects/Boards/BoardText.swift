package import Board
internal import Configuration

/// The text of a board with the actions of a project.
package struct BoardText {
  private let project: Project
  private let named: [NamedAction]
  /// Whether actions start with the board that the files start by themselves.
  private let startsServices: Bool

  package init(_ project: Project, keeping keys: [String: Character] = [:], startsServices: Bool = false) {
    self.project = project
    self.named = project.namedActions(keeping: keys)
    self.startsServices = startsServices
  }

  /// Adds what the text does not say to the board that is read from it.
  package func complete(_ board: inout Board) {
    board.remarks = project.remarks
    board.origins = Dictionary(named.map { ($0.id, $0.origin) }) { first, _ in first }
  }

  /// What an opened project is read from.
  package var text: String {
    var text = "title: \(BoardValue.quoted(project.title, inFlow: false))\nagents: ask\nactions:\n"
    for action in named { text += Self.text(of: action, startsServices: startsServices) }
    return text
  }

  /// What `init --from` writes: the same actions, with comments.
  package var textWithComments: String {
    let files = project.groups.map(\.file).joined(separator: ", ")
    var text = """
      # Taken over from \(files.oneLine(limit: 1_000)) by `signalbox init --from`. From now on this board is opened, and
      # those files are not read any more: their programs still run what is in them.
      title: \(BoardValue.quoted(project.title, inFlow: false))
      # A coding agent asks a person before it presses something; `press` lets it.
      agents: ask

      actions:

      """
    for action in named {
      text += "  # \(action.found.place.file.oneLine(limit: 300)):\(action.found.place.line)"
      if action.found.service?.isGuess == true { text += ", a service: this is a guess" }
      text += "\n" + Self.text(of: action, startsServices: startsServices)
    }
    let remarks = project.remarks
    guard !remarks.isEmpty else { return text }
    text += "\n# Not taken over:\n"
    for remark in remarks.prefix(200) { text += "# - \(remark.text)\n" }
    if remarks.count > 200 { text += "# and \(remarks.count - 200) more\n" }
    return text
  }

  private static func text(of action: NamedAction, startsServices: Bool) -> String {
    var text = "  \(BoardValue.quoted(action.id, inFlow: false)):\n"
    for (key, value) in options(of: action, startsServices: startsServices) {
      let value = value.written(indentation: "      ")
      text += "    \(key):\(value.hasPrefix("\n") ? "" : " ")\(value)\n"
    }
    return text
  }

  private static func options(
    of action: NamedAction, startsServices: Bool
  ) -> [(key: String, value: BoardValue)] {
    let found = action.found
    let title = found.name.oneLine(limit: 200)
    var options: [(String, BoardValue?)] = [
      ("key", action.key.map { .text(String($0)) }),
      ("title", title == action.id ? nil : .text(title)),
      ("also", action.also.isEmpty ? nil : .list(action.also.map { .text($0) })),
      ("description", found.summary.flatMap { $0.oneLine(limit: 200).nonEmpty.map { .text($0) } }),
      ("group", action.group.flatMap { $0.oneLine(limit: 100).nonEmpty.map { .text($0) } }),
    ]
    options += CommandText.options(of: found)
    options += ServiceText.options(of: found, startsServices: startsServices)
    options += [
      ("enabled-if", action.guardText.map { .text($0) }),
      ("confirm", KeyChoice.isGrave(found.name) ? .word("true") : nil),
    ]
    return options.compactMap { key, value in value.map { (key, $0) } }
  }
}

extension String {
  /// The text unless it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
