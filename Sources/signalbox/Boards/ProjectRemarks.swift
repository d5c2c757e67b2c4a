internal import Board
internal import Configuration
internal import Headless
internal import Programs
internal import Projects
internal import Wire

/// What is said of a project besides its board: what is not taken over, and files that cannot be read.
struct ProjectRemarks {
  private let project: Project

  init?(_ project: Project?) {
    guard let project else { return nil }
    self.project = project
  }

  var mistakes: [Diagnostic] { project.mistakes }

  /// One line for a panel, whose first line counts the remarks.
  var summary: String {
    let files = "No board: " + project.groups.map(\.file).joined(separator: ", ")
    return project.mistakes.isEmpty ? files : "\(files); \(project.mistakes.count) not readable"
  }

  /// The lines of `check`.
  var lines: [TerminalText] {
    guard !project.remarks.isEmpty else { return [] }
    return ["not taken over:"] + project.remarks.map { "  \($0.text)" }
  }

  /// The lines of `check --json`.
  static func jsonLines(_ project: Project?, mistakes: [Diagnostic], actions: Int?) -> [String] {
    let remarks = (project?.remarks ?? []).map { remark in
      object(
        "remark",
        [
          ("file", JSONText.quoted(remark.file)), ("line", remark.line.map { "\($0)" }),
          ("name", remark.subject.isEmpty ? nil : JSONText.quoted(remark.subject)),
          ("message", JSONText.quoted(remark.reason)),
        ])
    }
    let found = mistakes.map { mistake in
      object(
        "mistake",
        [
          ("file", JSONText.quoted(mistake.file)), ("line", mistake.location.map { "\($0.line)" }),
          ("column", mistake.location.map { "\($0.column)" }), ("message", JSONText.quoted(mistake.message)),
          ("hint", mistake.hint.map(JSONText.quoted)),
        ])
    }
    return remarks + found + (actions.map { [object("board", [("actions", "\($0)")])] } ?? [])
  }

  private static func object(_ kind: String, _ members: [(String, String?)]) -> String {
    let members =
      [("check", JSONText.quoted(kind))] + members.compactMap { name, value in value.map { (name, $0) } }
    return "{" + members.map { "\(JSONText.quoted($0)):\($1)" }.joined(separator: ",") + "}"
  }
}
