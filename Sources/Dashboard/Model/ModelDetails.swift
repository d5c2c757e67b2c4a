internal import Boundary
internal import TerminalUI

/// What an action is, needs and did last: shown while it has no output, and instead of it on request.
extension Dashboard.Model {
  /// Shows the details of the focused action instead of its output, or the output again.
  func toggleDetails() {
    guard let action = focusedAction else { return }
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
    let isInView = details.requested != nil || state.log?.introduction != nil
    if details.show(isInView ? id : nil), let id { ask(about: id) }
    guard isInView, let action = focusedAction, let status = situation[action.id] else { return }
    var introduction = Dashboard.Introduction(of: action)
    if let explanation = details.explanation {
      introduction.fill(
        from: explanation, of: status, in: situation, now: box.now, clock: clock, glyphs: state.glyphs,
        processorShare: details.processorShare)
    }
    if let plan = shownPlan {
      introduction.fill(plan: plan.status, isOffered: plan.isOffered, in: situation, now: box.now)
    }
    introduction.isRequested = details.requested != nil
    introduction.scroll = details.scroll
    state.log?.introduction = introduction
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
      details.isOutOfDate = true
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
