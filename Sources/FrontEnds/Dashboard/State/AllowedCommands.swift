import Boundary

extension Dashboard.State {
  /// Whether a command would have an effect now.
  func allows(_ command: Dashboard.Command) -> Bool {
    switch command {
    case .press: isStale || !buttons.isEmpty && !isReadOnly && listsFocus
    case .next, .previous, .nextPage, .previousPage, .first, .last, .fold, .unfold, .find, .searchAll, .runs,
      .details:
      !buttons.isEmpty
    case .foldAll: filter == nil && rows.hasGroups
    case .actOnAll: rows.foundCount > 0 && filter != nil && canRequest
    case .startAll: overview.services > 0 && canRequest
    case .pick: focusedButton?.label.value.hasChoice == true && canRequest
    case .answer: focusedButton?.asks == true && canRequest
    case .nextQuestion: overview.firstAsking != nil || hasPetition && canRequest
    case .restart: focusedButton?.isLocked == false && canRequest
    case .cancel: focusedButton?.canBeCancelled == true && canRequest
    case .activities: !activity.running.isEmpty
    case .watch: watch != nil && canRequest
    case .errors: error != nil
    case .dismissError, .dismissAllErrors: error != nil && canRequest
    case .scrollBack, .scrollForward, .scrollLineBack, .scrollLineForward, .showLogStart, .followLog,
      .previousRun, .nextRun, .search, .filter, .select, .copy, .nextPlace, .previousPlace, .page:
      (log?.keptCount ?? 0) > 0 || log?.introduction != nil && command.isScrolling
    case .nextMatch, .previousMatch: log?.search != nil
    case .openPlace: log?.place != nil
    case .allLogs: !buttons.isEmpty
    case .wrap, .timestamps, .focus, .zoom, .enlargeOutput, .reduceOutput: log != nil
    case .showMistakes: !boardMistakes.isEmpty || remarkCount > 0
    case .reopen: others.board != nil
    case .project: !others.projectFiles.isEmpty
    case .mouse: mouse != .absent
    case .help, .palette, .edit, .close, .quit, .redraw, .suspend: true
    }
  }

  private var canRequest: Bool { !isReadOnly && !isStale }
}

extension Dashboard.Button {
  /// Whether there is a run, or a plan.
  fileprivate var canBeCancelled: Bool { phase.isPresent || plan != nil }
}

extension Dashboard.Command {
  fileprivate var isScrolling: Bool {
    switch self {
    case .scrollBack, .scrollForward, .scrollLineBack, .scrollLineForward, .showLogStart, .followLog: true
    default: false
    }
  }
}
