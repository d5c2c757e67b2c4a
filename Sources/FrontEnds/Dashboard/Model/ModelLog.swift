internal import Boundary
internal import Programs
internal import TerminalUI

/// The log of the focused action.
extension Dashboard.Model {
  /// The action whose log is shown.
  var focusedAction: ActionDescription? { focusedDefinition?.value }
  var focusedID: ActionDescription.ID? { focusedDefinition?.value.id }

  /// A description is large: what a key needs of it is read without a copy.
  private var focusedDefinition: Shared<ActionDescription>? { triggers.definition(at: state.focus) }

  var logArea: Rect { Dashboard.Layout(state, size: size).log }

  private var shownLog: Dashboard.ShownLog? {
    if let stream {
      return Dashboard.ShownLog(
        definition: stream.definition, ring: stream.ring, isPending: true, area: logArea.size)
    }
    return focusedDefinition.map { definition in
      let id = definition.value.id
      return Dashboard.ShownLog(
        definition: definition, ring: box.output(of: id), isPending: isOutputPending(of: id),
        area: logArea.size)
    }
  }

  /// Whether lines of an action are on their way: the box has not sent its output yet, or it was started.
  private func isOutputPending(of action: String) -> Bool {
    !box.knowsOutput(of: action) || situation[action]?.isRunning == true || awaitedStart?.action == action
  }

  /// Waits for the first line of an action that has been started, if nothing else is in its output. A shared
  /// action may wait for other machines first.
  func awaitOutput(of action: String) {
    guard box.output(of: action).isEmpty else { return }
    let number = (awaitedStart?.number ?? 0) + 1
    awaitedStart = (action, number)
    after(seconds: Self.longestWait) { [weak self] in
      guard let self, let awaited = awaitedStart, awaited == (action, number) else { return }
      awaitedStart = nil
      boxDidChange()
    }
  }

  /// For how many seconds the place of the output stays empty after a start.
  private static let longestWait = 1

  /// Reads the rows in view.
  func readLog() {
    let shown = shownLog
    if let shown, !shown.ring.isEmpty, awaitedStart?.action == shown.action.id { awaitedStart = nil }
    state.log = shown.map { logs.log($0) }
  }

  /// Performs a command on the log, and does what its response requires.
  private func performOnLog(
    _ action: (inout Dashboard.LogViews, Dashboard.ShownLog) -> Dashboard.LogViews.Response?
  ) {
    guard let shownLog else { return }
    switch action(&logs, shownLog) {
    case .show(let message): state.message = message
    case .copy(let text): onRequest(.copy(text))
    case .ask(let prompt): ask(prompt)
    case nil: break
    }
  }

  /// Changes the view of the log.
  func changeLog(_ change: (inout Dashboard.LogViews, Dashboard.ShownLog) -> Void) {
    performOnLog { logs, shown in
      change(&logs, shown)
      return nil
    }
  }

  /// Opens all kept lines of the output in the pager.
  func openOutput() {
    guard let shownLog, !shownLog.ring.isEmpty else {
      state.message = "There is no output"
      return
    }
    onRequest(
      .page(Dashboard.PagedOutput(title: "Output of \(shownLog.action.title)", lines: Array(shownLog.ring))))
  }

  /// The number of the line that is marked because it names a file; nil for none.
  var markedLine: Int? { shownLog.flatMap { logs.markedLine(of: $0) } }

  func performOnLog(_ command: Dashboard.Command) {
    guard command == .close || !logArea.isEmpty else {
      state.message = state.noRoomForOutput
      return
    }
    if scrollDetails(command) { return }
    if state.log?.introduction?.isRequested == true, command != .close { details.request(nil) }
    performOnLog { [keys] in $0.perform(command, on: $1, keys: keys) }
  }

  /// Changes the view of the log by a step.
  func take(_ step: Dashboard.LogStep) { performOnLog { $0.take(step, on: $1) } }
}
