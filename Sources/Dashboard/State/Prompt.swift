package import TerminalUI

extension Dashboard {
  /// A text field that replaces the footer. The text takes effect while it is typed, except that of an input.
  package struct Prompt: Equatable, Sendable {
    /// What the text is for.
    package enum Purpose: Hashable, Sendable {
      case search, filter
      /// The input of an action, with what is asked for.
      case input(String)
      /// The answer to a question of a program, with the question.
      case answer(String)
      /// The reason for taking over a lost run, with what is asked for.
      case reason(String)
    }

    package var purpose: Purpose
    package var field: TextField
    /// Why the text is not accepted; nil if it is.
    package var mistake: String?

    package init(_ purpose: Purpose, field: TextField = TextField()) {
      self.purpose = purpose
      self.field = field
    }
  }
}

extension Dashboard.Prompt {
  /// What Enter does.
  fileprivate var word: String {
    switch purpose {
    case .search, .filter: "keep"
    case .input: "start"
    case .answer: "answer"
    case .reason: "take over"
    }
  }
}

/// Draws a prompt: its label, the text, the result so far, and the keys that close it.
struct PromptLine: Widget {
  var prompt: Dashboard.Prompt
  var log: Dashboard.Log?
  var isFramed: Bool

  func render(into frame: inout Frame, area: Rect) {
    var row = (isFramed ? area.inset(horizontal: 1) : area).row(0)
    let label = Span(label(isShort: row.width < 30), .strong)
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
    prompt.field.render(into: &frame, area: row)
  }

  private func label(isShort: Bool) -> String {
    switch prompt.purpose {
    case .search: isShort ? "/" : "Search: "
    case .filter: isShort ? "filter " : "Filter: "
    case .input(let prompt): "\(prompt): "
    case .answer(let question), .reason(let question): "\(question) "
    }
  }

  private var hasNoMatch: Bool {
    if prompt.mistake != nil { return true }
    guard let log, !prompt.field.text.isEmpty else { return false }
    return switch prompt.purpose {
    case .search: log.search?.count == 0
    case .filter: log.lineCount == 0
    case .input, .answer, .reason: false
    }
  }

  private var outcome: String {
    if let mistake = prompt.mistake { return mistake }
    guard let log, !prompt.field.text.isEmpty else { return "" }
    switch prompt.purpose {
    case .input, .answer, .reason: return ""
    case .search:
      guard let search = log.search, search.count > 0 else { return "not found" }
      return search.current.map { "\($0)/\(search.count)" } ?? "\(search.count) lines"
    case .filter: return "\(log.lineCount) of \(log.keptCount) lines"
    }
  }
}
