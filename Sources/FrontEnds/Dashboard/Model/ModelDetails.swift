internal import Boundary
internal import TerminalUI

/// What an action is, needs and did last: shown while it has no output, and instead of it on request.
extension Dashboard.Model {
  /// Shows the details of the focused action instead of its output, or the output again.
  func toggleDetails() {
    guard let action = focusedAction else { return }
    closeStream()
    if details.requested == nil, Dashboard.Layout(state, size: size).log.isEmpty {
      state.message = state.noRoomForOutput
      return
    }
    details.request(details.requested == action.id ? nil : action.id)
  }

  /// Updates the details to the present moment, and asks the box for what only it knows.
  func readDetails() {
    let id = focusedID
    if details.requested != id { details.request(nil) }
    if let id { followPlan(of: id) }
    let hasCard = !Dashboard.Layout(state, size: size).card.isEmpty
    let isInLog = details.requested != nil || state.log?.introduction != nil
    let isInRow = isInView(usageOf: state.focusedButton)
    if details.show(isInLog || hasCard || isInRow ? id : nil), let id { ask(about: id) }
    (state.card, state.usage) = (nil, isInRow ? usageInRow : nil)
    guard isInLog || hasCard, let action = focusedAction, let status = situation[action.id] else { return }
    var introduction = Dashboard.Introduction(of: action)
    if let explanation = details.explanation {
      introduction.fill(
        from: explanation, of: status, in: situation, titles: triggers.titles, now: box.now, clock: clock,
        glyphs: state.glyphs, processorShare: details.processorShare)
    }
    if let plan = shownPlan {
      introduction.fill(
        plan: plan.status, isOffered: plan.isOffered, in: situation, now: box.now,
        separator: state.glyphs.separator)
    }
    introduction.isRequested = details.requested != nil
    introduction.scroll = details.scroll
    // It would stand there twice.
    let isInCardOnly = hasCard && details.requested == nil
    if isInLog { state.log?.introduction = isInCardOnly ? Dashboard.Introduction() : introduction }
    if hasCard {
      if !isInCardOnly { introduction = Dashboard.Introduction() }
      (introduction.isRequested, introduction.scroll) = (true, 0)
      state.card = card(of: action, introduction)
    }
  }

  private func card(
    of action: ActionDescription, _ introduction: Dashboard.Introduction
  ) -> Dashboard.Card {
    let runs = Dashboard.Runs(
      box.history(of: action.id), of: action, now: box.now, clock: clock, choice: nil, ownName: box.name,
      titles: triggers.titles)
    let summary = RunsOverlay(runs: runs, glyphs: state.glyphs).summary(
      width: Dashboard.Layout(state, size: size).card.width)
    return Dashboard.Card(
      id: action.id, title: action.title, introduction: introduction, trend: runs.trend,
      summary: summary.spans.map(\.text).joined(), lines: runs.lines)
  }

  /// Whether the row of a button has room for what its commands use. That is read only while somebody looks.
  private func isInView(usageOf button: Dashboard.Button?) -> Bool {
    guard let button, button.phase.isPresent, isLookedAt else { return false }
    return Dashboard.Layout(state, size: size).buttons.width >= ButtonColumns.spaciousWidth
  }

  /// Whether a key was pressed a short time ago.
  private var isLookedAt: Bool { box.now - lastInput < .seconds(30) }

  private var usageInRow: String? {
    details.explanation?.usage.map {
      Dashboard.Introduction.shortWords(for: $0, details.processorShare, separator: state.glyphs.separator)
    }
  }

  private func ask(about action: String) {
    details.isAsking = true
    box.explain(action) { [weak self] explanation in
      guard let self, details.receive(explanation, about: action) else { return }
      if explanation?.usage != nil { askAgainLater(about: action) }
      guard !details.isAsking else { return }
      readDetails()
      onChange()
    }
    details.isAsking = false
  }

  /// What commands use changes all the time. It is read once a second while it is in view.
  private func askAgainLater(about action: String) {
    guard !details.isTimed else { return }
    details.isTimed = true
    after(seconds: 1) { [weak self] in
      guard let self else { return }
      details.isTimed = false
      guard details.subject == action else { return }
      // Unless they were asked for, they stay as they are while nobody looks.
      if details.requested != nil || isLookedAt { details.isOutOfDate = true }
      refresh()
    }
  }

  /// Scrolls the details, if they are in view. Returns false if the command is about the output.
  func scrollDetails(_ command: Dashboard.Command) -> Bool {
    let area = Dashboard.Layout(state, size: size).log
    let step: Int? =
      switch command {
      case .scrollBack: -max(1, area.height - 1)
      case .scrollForward: max(1, area.height - 1)
      case .scrollLineBack: -1
      case .scrollLineForward: 1
      case .showLogStart: -details.scroll
      case .followLog: .max / 2
      default: nil
      }
    return step.map(scrollDetails) ?? false
  }

  /// Scrolls the details by rows, if they are in view. Returns false if the output is.
  func scrollDetails(by step: Int) -> Bool {
    guard let introduction = state.log?.introduction else { return false }
    let area = Dashboard.Layout(state, size: size).log
    let view = IntroductionView(introduction, glyphs: state.glyphs)
    details.scroll = min(max(0, details.scroll + step), view.lastScroll(in: area.size))
    return true
  }
}
