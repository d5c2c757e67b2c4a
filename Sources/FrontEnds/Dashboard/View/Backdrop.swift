internal import TerminalUI

extension ActivityPanel.Question {
  /// The question of the chosen action, otherwise the first one; nil for none.
  init?(_ state: Dashboard.State) {
    guard let first = state.overview.firstAsking else { return nil }
    let isChosen = state.focusedButton?.asks == true
    let button = state.buttons[isChosen ? state.focus : first]
    let command: Dashboard.Command = isChosen ? .answer : .nextQuestion
    let way = !isChosen || state.allows(.answer) ? state.keys.hint(of: command) : nil
    hint = way.map { KeyHints.Hint(key: $0.key.name, word: isChosen ? "answers" : "goes there") }
    (title, words) = (button.title, button.question ?? "")
  }
}

extension ActivityPanel {
  /// Where nothing starts by itself and several services are there, the way to start them.
  fileprivate static func offer(_ state: Dashboard.State) -> String? {
    guard state.overview.services > 1, state.allows(.startAll) else { return nil }
    return state.keys.hint(of: .startAll).map { "services: \($0.key.name)" }
  }
}

extension Dashboard {
  /// The parts of a picture that most keys leave as they are: the lines, the title, the current value, the
  /// buttons without the focus, and the error.
  struct Backdrop: Equatable {
    let size: Size
    let layout: Layout
    private let lines: Lines
    private let top: TopLine
    private let activity: ActivityPanel
    let buttons: ButtonList
    private let error: ErrorBannerView?

    init(_ state: State, size: Size) {
      self.size = size
      layout = Layout(state, size: size)
      lines = Lines(layout: layout, glyphs: state.glyphs)
      top = TopLine(state, isFramed: layout.isFramed)
      activity = ActivityPanel(
        activity: state.activity, isRunning: state.overview.running > 0, longestRun: state.longestRun,
        readyServices: state.overview.ready, offer: ActivityPanel.offer(state),
        question: ActivityPanel.Question(state),
        endOfBox: state.isStale ? "The box has ended: what runs is unknown" : nil,
        spinnerFrame: state.activity.isLoading ? state.spinnerFrame : 0, glyphs: state.glyphs)
      buttons = ButtonList(state, size: layout.buttons.size)
      error = state.error.map { [lines] in
        ErrorBannerView(error: $0, ends: lines.errorEnds, glyphs: state.glyphs)
      }
    }

    /// Its picture, without the other parts.
    var frame: Frame {
      var frame = Frame(size: size)
      lines.render(into: &frame)
      renderSpinners(into: &frame)
      buttons.render(into: &frame, area: layout.buttons)
      error?.render(into: &frame, area: layout.error)
      return frame
    }

    /// Draws the rows with spinners.
    func renderSpinners(into frame: inout Frame) {
      top.render(into: &frame, area: layout.top)
      activity.render(into: &frame, area: layout.activity)
    }
  }
}
