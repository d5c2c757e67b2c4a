import TerminalUI

/// Draws a prompt: its label, the text, the result so far, and the keys that close it.
struct PromptLine: Widget {
  var prompt: Dashboard.Prompt
  var log: Dashboard.Log?
  /// How many actions are found, and how many there are.
  var actions = (found: 0, count: 0)
  var isFramed: Bool

  func render(into frame: inout Frame, area: Rect) {
    var row = (isFramed ? area.inset(horizontal: 1) : area).row(0)
    let label = Span(prompt.label(isShort: row.width < 30), .strong)
    Line([label]).render(into: &frame, area: row.cutLeft(label.width))
    if row.width >= 50 {
      let word = prompt.word
      let hints = KeyHints([.init(key: "Enter", word: word), .init(key: "Esc", word: "leave")])
      hints.render(into: &frame, area: row.cutRight(17 + word.count))
      _ = row.cutRight(2)
    }
    let outcome = Line([Span(outcome, hasNoMatch ? .warning : .dim)])
    if row.width >= outcome.width + 9 {
      outcome.render(into: &frame, area: row.cutRight(outcome.width))
      _ = row.cutRight(1)
    }
    prompt.shown.render(into: &frame, area: row)
  }

  private var hasNoMatch: Bool {
    if prompt.mistake != nil { return true }
    if prompt.changesList { return actions.found == 0 }
    guard let log, !prompt.field.text.isEmpty else { return false }
    return switch prompt.purpose {
    case .search: log.search?.count == 0
    case .filter: log.lineCount == 0
    case .list, .input, .inputs, .answer, .reason: false
    }
  }

  private var outcome: String {
    if let mistake = prompt.mistake { return mistake }
    if prompt.changesList, !prompt.field.text.isEmpty {
      return "\(actions.found) of \(actions.count) actions"
    }
    guard let log, !prompt.field.text.isEmpty else { return "" }
    switch prompt.purpose {
    case .list, .input, .inputs, .answer, .reason: return ""
    case .search:
      guard let search = log.search, search.count > 0 else { return "not found" }
      return search.current.map { "\($0)/\(search.count)" } ?? "\(search.count) lines"
    case .filter: return "\(log.lineCount) of \(log.keptCount) lines"
    }
  }
}
