internal import Boundary
package import TerminalUI

extension Dashboard {
  /// The smallest size at which the panel is usable.
  package static let smallestSize = Size(width: 20, height: 5)

  /// Draws a state at any size. Equal states give equal pictures.
  package static func view(_ state: State, size: Size) -> Frame {
    guard hasView(size) else {
      var frame = Frame(size: size)
      let needs = "needs \(smallestSize.width)\(state.glyphs.times)\(smallestSize.height)"
      Line([Span(needs)]).render(into: &frame, area: frame.area)
      return frame
    }
    let backdrop = Backdrop(state, size: size)
    return view(state, on: backdrop, drawnAs: backdrop.frame)
  }

  /// Draws what most keys change.
  static func view(_ state: State, on backdrop: Backdrop, drawnAs frame: Frame) -> Frame {
    var frame = frame
    let layout = backdrop.layout
    let lines = Lines(layout: layout, glyphs: state.glyphs)
    backdrop.buttons.renderFocus(
      on: state.focus, hasBar: !state.outputHasFocus, usage: state.usage, into: &frame, area: layout.buttons)
    if let card = state.card, !layout.card.isEmpty {
      Divider(title: card.title, ends: .joints, glyphs: state.glyphs)
        .render(into: &frame, area: layout.cardDivider)
      CardView(card: card, glyphs: state.glyphs).render(into: &frame, area: layout.card)
    }
    let heading = LogHeading(
      state.log, width: layout.logDivider.width, height: layout.log.height, logWidth: layout.log.width,
      glyphs: state.glyphs)
    Divider(
      title: heading.title, remark: heading.remark, isFocused: state.outputHasFocus, ends: lines.logEnds,
      glyphs: state.glyphs
    )
    .render(into: &frame, area: layout.logDivider)
    LogPanel(log: state.log, glyphs: state.glyphs).render(into: &frame, area: layout.log)
    if let rows = state.mode.prompt?.rows {
      InputRowsView(rows: rows, isFramed: layout.isFramed, glyphs: state.glyphs)
        .render(into: &frame, area: layout.footer)
    } else if let prompt = state.mode.prompt {
      PromptLine(
        prompt: prompt, log: state.log, actions: (state.rows.foundCount, state.buttons.count),
        isFramed: layout.isFramed
      )
      .render(into: &frame, area: layout.footer)
    } else {
      Footer(state: state, layout: layout).render(into: &frame, area: layout.footer)
    }
    state.mode.overlay?.view(of: state).render(into: &frame, area: layout.board)
    if let question = state.mode.question {
      Dialog(question, glyphs: state.glyphs).render(into: &frame, area: layout.board)
    }
    return frame
  }

  /// Whether a picture of this size shows the board, not only the message that the window is too small.
  static func hasView(_ size: Size) -> Bool {
    size.width >= smallestSize.width && size.height >= smallestSize.height
  }
}
