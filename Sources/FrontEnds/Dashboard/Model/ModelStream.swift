internal import Boundary
internal import TerminalUI

/// The outputs of several actions as one, in the place of the output.
extension Dashboard.Model {
  /// Shows the outputs of all actions that the list is narrowed to, or else of all services, or else of all
  /// actions; or the output of the chosen action again.
  func toggleStream() {
    if state.showsStream { return closeStream() }
    guard !logArea.isEmpty else {
      state.message = state.noRoomForOutput
      return
    }
    openStream()
  }

  func closeStream() {
    guard state.showsStream else { return }
    (stream, state.showsStream) = (nil, false)
    box.stopFollowing()
  }

  private func openStream() {
    details.request(nil)
    let (actions, title) = streamedActions
    stream = Dashboard.LogStream(of: actions, title: title)
    streamNumber += 1
    state.showsStream = true
    box.follow(
      OutputFollower { [weak self] _, action in
        self?.stream?.noteNews(of: action.id)
        self?.boxDidChange()
      })
    askForStream()
  }

  private var streamedActions: (actions: [ActionDescription], title: String) {
    let all = situation.actions.map(\.description)
    if let filter = state.filter {
      let found = Set(
        state.buttons.indices.filter { filter.rank(state.buttons[$0]) != nil }.compactMap {
          triggers[$0]?.action.id
        })
      let actions = all.filter { found.contains($0.id) }
      return (actions, actions.count == 1 ? "1 action" : "\(actions.count) actions")
    }
    let services = all.filter(\.isService)
    if !services.isEmpty {
      return (services, services.count == 1 ? "1 service" : "\(services.count) services")
    }
    return (all, "all actions")
  }

  /// Asks for what has been printed since, and begins again if other actions belong to it now.
  func readStream() {
    guard let stream else { return }
    if stream.actions != streamedActions.actions.map(\.id) { return openStream() }
    askForStream()
  }

  private func askForStream() {
    let number = streamNumber
    isAskingForStream = true
    for request in stream?.requests() ?? [] {
      box.lines(of: request.action, from: request.from, run: nil) { [weak self] kept in
        guard let self, number == streamNumber else { return }
        stream?.take(kept, of: request.action)
        if !isAskingForStream { boxDidChange() }
      }
    }
    isAskingForStream = false
  }
}
