internal import TerminalUI

/// The actions of a board in aligned columns.
package struct ActionTable {
  package struct Row {
    var keys: String
    var id: String
    var title: String
    var state: String
    /// What it is for; empty if the board does not say it.
    var summary: String
    /// Why its last run failed; empty if it did not.
    var failure: String
    /// Why it cannot be started; empty if it can.
    var reason: String

    package init(
      keys: String, id: String, title: String, state: String, summary: String = "", failure: String = "",
      reason: String
    ) {
      self.keys = keys
      self.id = id
      self.title = title
      self.state = state
      self.summary = summary
      self.failure = failure
      self.reason = reason
    }
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
  fileprivate static var columns: [KeyPath<Self, String>] {
    [\.keys, \.id, \.title, \.summary, \.state, \.failure, \.reason]
  }
}
