internal import Board
package import Boundary
internal import Programs
internal import TerminalUI

/// The actions of a board in aligned columns.
package struct ActionTable {
  package struct Row {
    var keys: String
    var id: String
    var title: String
    var state: String
    /// What it is for; empty if the board does not say it.
    var summary = ""
    /// Why its last run failed; empty if it did not.
    var failure = ""
    /// Why it cannot be started; empty if it can.
    var reason: String
  }

  private let rows: [Row]

  package init(rows: [Row]) { self.rows = rows }

  /// - Parameter hasHeader: Whether the first line names the columns.
  package func lines(hasHeader: Bool, ink: Ink) -> [TerminalText] {
    let header = Row(
      keys: "Key", id: "Action", title: "Title", state: "State", summary: "Description", failure: "Failure",
      reason: "Why not")
    // A column without texts would only make the others narrower.
    let columns = Row.columns.filter { column in
      column != \.summary && column != \.failure || rows.contains { !$0[keyPath: column].isEmpty }
    }
    let all = ((hasHeader ? [header] : []) + rows).map { row in
      columns.map { TerminalText("\(row[keyPath: $0])").string }
    }
    let widths = columns.indices.map { column in all.map { TextWidth.of($0[column]) }.max() ?? 0 }
    return all.enumerated().map { number, row in
      let cells = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - TextWidth.of(text))
      }
      var line = cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      if hasHeader && number == 0 { return ink.bold("\(line)") }
      return row.last?.isEmpty == true ? "\(line)" : ink.dim("\(line)")
    }
  }
}

extension ActionTable.Row {
  /// - Parameter now: The present time on the clock of the box.
  package init(_ action: ActionStatus, now: Duration) {
    let description = action.description
    let keys = [description.key].compactMap(\.self) + description.buttons.compactMap(\.key)
    self.init(
      keys: keys.map(\.description).joined(separator: " "), id: action.id,
      title: description.title == action.id ? "" : description.title,
      state: Self.state(of: action, now: now), summary: description.notes.summary ?? "",
      failure: action.failure ?? "",
      reason: action.verdict.isPassing ? action.obstacle ?? "" : "\(action.verdict)")
  }

  /// The state, what its program asks, why a success does not count, and what its commands have left.
  private static func state(of action: ActionStatus, now: Duration) -> String {
    let word = action.state.rawValue
    let words: [String?] =
      if let question = action.question {
        [word, "asks: \(question.words)"]
      } else if action.isLocked {
        ["locked"]
      } else {
        [word, action.staleness(at: now), action.watchNote]
      }
    return (words + [action.leftRunning?.words]).compactMap(\.self).joined(separator: ", ")
  }

  fileprivate static var columns: [KeyPath<Self, String>] {
    [\.keys, \.id, \.title, \.summary, \.state, \.failure, \.reason]
  }
}
