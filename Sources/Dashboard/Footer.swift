import TerminalUI

/// What there is to say about the last key or else about the board's file, and the keys that work now.
struct Footer: Widget {
  var state: Dashboard.State
  var layout: Dashboard.Layout

  func render(into frame: inout Frame, area: Rect) {
    var row = layout.isFramed ? area.inset(horizontal: 1) : area
    if let message = state.message {
      let line = Line([Span(message, .warning)], ellipsis: state.glyphs.ellipsis)
      line.render(into: &frame, area: row.cutLeft(line.width))
      _ = row.cutLeft(3)
    } else if state.overlay == nil, let mistake = state.boardMistakes.first {
      // It leaves room for the key that shows the rest.
      let line = Line([Span(mistake.summary, .failure)], ellipsis: state.glyphs.ellipsis)
      let room = row.width - 3 - (hints.first?.width ?? 0)
      if room >= 6 {
        line.render(into: &frame, area: row.cutLeft(min(line.width, room)))
        _ = row.cutLeft(3)
      }
    }
    KeyHints(hints).render(into: &frame, area: row)
  }

  private var hints: [KeyHints.Hint] {
    if state.overlay == nil, state.activityFocus == nil, let log = state.log,
      let hints = LogHints(log, keys: state.keys).hints
    {
      return hints
    }
    return commands.compactMap { command in
      state.keys.binding(of: command).map { binding in
        KeyHints.Hint(key: binding.keys[0].name, word: word(of: binding))
      }
    }
  }

  private var runsAreThere: Bool {
    if case .runs(let runs) = state.overlay { !runs.lines.isEmpty } else { false }
  }

  private var commands: [Dashboard.Command] {
    switch state.overlay {
    case .help: [.close] + (helpScrolls ? [.scrollForward] : []) + [.quit]
    case .mistakes: [.close] + (mistakesScroll ? [.scrollForward] : []) + [.quit]
    case .question: [.press, .next, .close]
    case .runs: [.close] + (runsAreThere ? [.press, .next] : []) + [.quit]
    case nil where state.activityFocus != nil: fileCommands + [.help, .press, .next, .close, .quit]
    case nil:
      fileCommands + [.help, .quit]
        + (state.buttons.isEmpty ? [] : state.isReadOnly ? [.next] : [.press, .next])
        + (state.error == nil || state.isReadOnly ? [] : [.dismissError])
        + (logScrolls ? [.scrollBack] : []) + (state.focusedButton?.trend == nil ? [] : [.runs])
        + (logScrolls ? [.search] : [])
    }
  }

  private var fileCommands: [Dashboard.Command] { state.boardMistakes.isEmpty ? [] : [.showMistakes] }

  /// What a key does now, where that is not what it mostly does.
  private func word(of binding: Dashboard.KeyMap.Binding) -> String {
    switch binding.command {
    case .press where runsAreThere: "output"
    case .press where state.activityFocus != nil && state.overlay == nil: "show"
    case .close where state.overlay == nil: "back"
    case .showMistakes: mistakeCount
    default: binding.word
    }
  }

  private var helpScrolls: Bool {
    state.keys.bindings.count > layout.board.height - 2
  }

  private var mistakesScroll: Bool {
    MistakesOverlay(state, offset: 0).lastOffset(in: layout.board) > 0
  }

  private var mistakeCount: String {
    state.boardMistakes.count == 1 ? "1 mistake" : "\(state.boardMistakes.count) mistakes"
  }

  private var logScrolls: Bool {
    guard let log = state.log, !layout.log.isEmpty else { return false }
    return log.rows.count > layout.log.height || log.visible.count < log.lineCount
  }
}

extension KeyHints.Hint {
  fileprivate var width: Int { TextWidth.of(key) + 1 + TextWidth.of(word) }
}
