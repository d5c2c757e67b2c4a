import TerminalUI

/// What there is to say about the last key, and the keys that work now.
struct Footer: Widget {
  var state: Dashboard.State
  var layout: Dashboard.Layout

  func render(into frame: inout Frame, area: Rect) {
    message.render(into: &frame, area: row(in: area))
    KeyHints(hints.map(\.hint)).render(into: &frame, area: hintArea(in: area))
  }

  /// The command whose key is named at a point; nil for none.
  func command(at point: Point, in area: Rect) -> Dashboard.Command? {
    KeyHints(hints.map(\.hint)).index(at: point, in: hintArea(in: area)).map { hints[$0].command }
  }

  private var message: Line {
    Line(state.message.map { [Span($0, .warning)] } ?? [], ellipsis: state.glyphs.ellipsis)
  }

  private func row(in area: Rect) -> Rect { layout.isFramed ? area.inset(horizontal: 1) : area }

  /// The keys have what the message leaves.
  private func hintArea(in area: Rect) -> Rect {
    var row = row(in: area)
    let width = message.width
    _ = row.cutLeft(width == 0 ? 0 : width + 3)
    return row
  }

  private var hints: [(command: Dashboard.Command, hint: KeyHints.Hint)] {
    commands.compactMap { command in
      guard let binding = state.keys.binding(of: command), let key = binding.keys.first else { return nil }
      return (command, KeyHints.Hint(key: key.name, word: word(of: binding)))
    }
  }

  /// What a key does now, where that is not what it mostly does.
  private func word(of binding: Dashboard.KeyMap.Binding) -> String {
    switch (binding.command, state.overlay) {
    case (.press, .runs): "output"
    case (.press, nil) where state.activityFocus != nil: "show"
    case (.press, .help): "do it"
    case (.close, nil): "back"
    case (.quit, .question(let question)) where !question.isClosable: "kill"
    case (.mouse, _): "mouse: off"
    default: binding.word
    }
  }

  private var commands: [Dashboard.Command] {
    switch state.overlay {
    case .help: [.help, .press, .next, .close, .quit]
    case .question(let question): question.isClosable ? [.press, .next, .close] : [.quit]
    case .runs(let runs): [.help, .close] + (runs.lines.isEmpty ? [] : [.press, .next]) + [.quit]
    case nil:
      [.help] + (state.mouse == .given ? [.mouse] : [])
        + (state.activityFocus == nil ? boardCommands : [.press, .next, .close, .quit])
    }
  }

  private var boardCommands: [Dashboard.Command] {
    [.quit] + (state.buttons.isEmpty ? [] : state.isReadOnly ? [.next] : [.press, .next])
      + (state.allows(.dismissError) ? [.dismissError] : []) + (logScrolls ? [.scrollBack] : [])
      + (state.allows(.pick) ? [.pick] : []) + (state.focusedButton?.trend == nil ? [] : [.runs])
      + (activitiesScroll ? [.activities] : [])
  }

  private var activitiesScroll: Bool {
    layout.activityWindow(state).visible.count < state.activity.running.count
  }

  private var logScrolls: Bool {
    (state.log?.lines.count ?? 0) > layout.log.height && layout.log.height > 0
  }
}
