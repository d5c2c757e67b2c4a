internal import TerminalUI

/// The actions of a board in aligned columns.
struct ActionTable {
  struct Row {
    var keys: String
    var id: String
    var title: String
    var state: String
    /// Why it cannot be started; empty when it can.
    var reason: String
  }

  var rows: [Row]

  /// - Parameter hasHeader: Whether the first line names the columns.
  func lines(hasHeader: Bool, ink: Ink) -> [TerminalText] {
    let header = Row(keys: "Key", id: "Action", title: "Title", state: "State", reason: "Why not")
    let all = ((hasHeader ? [header] : []) + rows).map { row in
      Row.columns.map { TerminalText("\(row[keyPath: $0])").string }
    }
    let widths = Row.columns.indices.map { column in all.map { TextWidth.of($0[column]) }.max() ?? 0 }
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
  fileprivate static var columns: [KeyPath<Self, String>] { [\.keys, \.id, \.title, \.state, \.reason] }
}
