/// The commands that open boxes over the board.
extension Dashboard.Mode {
  /// Opens the box of a command, or says that it would be empty. Nil for another command.
  mutating func openOverlay(
    of command: Dashboard.Command, in scene: Dashboard.Scene
  ) -> [Dashboard.Effect]? {
    let state = scene.state
    switch command {
    case .help: front = .overlay(Dashboard.Menu(.help, over: state))
    case .palette: front = .overlay(Dashboard.Menu(.all, over: state))
    case .searchAll: front = .overlay(Dashboard.LineSearch())
    case .runs:
      if let action = scene.triggers[state.focus]?.action { front = .overlay(Dashboard.Runs(action)) }
    case .activities:
      guard let list = Dashboard.ActivityList(state.activity.running) else {
        return [.show("Nothing is running")]
      }
      front = .overlay(list)
    case .errors:
      guard let first = state.errors.first else { return [.show("There is no error")] }
      front = .overlay(Dashboard.ErrorList(chosen: first.id))
    case .showMistakes:
      if !state.allows(.showMistakes) { return [.show("There is nothing wrong with the board file")] }
      front = .overlay(Dashboard.MistakeList())
    default: return nil
    }
    return []
  }
}
