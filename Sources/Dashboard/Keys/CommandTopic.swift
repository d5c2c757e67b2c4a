extension Dashboard.Command {
  /// The topic of a command. The help has a section for each topic.
  enum Topic: String, CaseIterable {
    case actions = "Actions"
    case output = "Output"
    case panel = "Panel"
  }

  var topic: Topic {
    switch self {
    case .press, .next, .previous, .pick, .cancel, .activities, .runs, .dismissError: .actions
    case .scrollBack, .scrollForward, .scrollLineBack, .scrollLineForward, .showLogStart, .followLog,
      .previousRun, .nextRun, .search, .nextMatch, .previousMatch, .filter, .wrap, .timestamps, .select,
      .copy:
      .output
    case .help, .showMistakes, .close, .mouse, .quit, .redraw, .suspend: .panel
    }
  }
}

extension Dashboard.State {
  /// Whether a command would have an effect now.
  func allows(_ command: Dashboard.Command) -> Bool {
    switch command {
    case .press: !buttons.isEmpty && !isReadOnly
    case .next, .previous, .runs: !buttons.isEmpty
    case .pick: focusedButton?.isOneOfSeveral == true && !isReadOnly
    case .cancel: focusedButton?.phase == .running && !isReadOnly
    case .activities: !activity.running.isEmpty
    case .dismissError: error != nil && !isReadOnly
    case .scrollBack, .scrollForward, .scrollLineBack, .scrollLineForward, .showLogStart, .followLog,
      .previousRun, .nextRun, .search, .filter, .select, .copy:
      (log?.keptCount ?? 0) > 0
    case .nextMatch, .previousMatch: log?.search != nil
    case .wrap, .timestamps: log != nil
    case .showMistakes: !boardMistakes.isEmpty
    case .mouse: mouse != .absent
    case .help, .close, .quit, .redraw, .suspend: true
    }
  }
}
