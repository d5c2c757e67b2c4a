extension Dashboard.Command {
  /// The topic of a command. The help has a section for each topic.
  enum Topic: String, CaseIterable {
    case actions = "Actions"
    case output = "Output"
    case panel = "Panel"
  }

  var topic: Topic {
    switch self {
    case .press, .next, .previous, .nextPage, .previousPage, .first, .last, .focus, .fold, .unfold, .foldAll,
      .find, .actOnAll, .startAll,
      .pick, .answer, .nextQuestion, .cancel, .restart,
      .activities, .watch, .errors, .runs, .details, .dismissError, .dismissAllErrors:
      .actions
    case .scrollBack, .scrollForward, .scrollLineBack, .scrollLineForward, .showLogStart, .followLog,
      .previousRun, .nextRun, .search, .nextMatch, .previousMatch, .searchAll, .allLogs, .filter, .wrap,
      .timestamps,
      .select,
      .copy, .nextPlace, .previousPlace, .openPlace, .page, .zoom, .enlargeOutput, .reduceOutput:
      .output
    case .help, .palette, .edit, .reopen, .project, .showMistakes, .close, .mouse, .quit, .redraw, .suspend:
      .panel
    }
  }
}
