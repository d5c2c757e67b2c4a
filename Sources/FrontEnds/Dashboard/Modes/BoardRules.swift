internal import TerminalUI

/// Keys while nothing is in front of the board.
extension Dashboard.Mode {
  /// Selected lines come first, then the buttons, then the commands of the panel.
  mutating func pressOnBoard(_ key: Key, in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    let command = scene.keys.command(for: key)
    if scene.state.log?.selectedCount != nil,
      let step = Dashboard.LogStep(key, command, page: max(1, scene.layout.log.height - 1))
    {
      return [.log(step)]
    }
    if let index = scene.state.buttons.firstIndex(where: { $0.key == key }) { return [.press(button: index)] }
    guard let command else { return [] }
    if command == .press { return pressOnPart(in: scene) }
    return performOnPart(command, by: key, in: scene) ?? perform(command, in: scene)
  }

  /// Enter starts and ends work only where the list has the keys and no search is shown.
  private mutating func pressOnPart(in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    switch scene.state.pressMeaning {
    case .copy: [.log(.copy)]
    case .openPlace: perform(.openPlace, in: scene)
    case .nextMatch: perform(.nextMatch, in: scene)
    case .press, .enter, .reopen: perform(.press, in: scene)
    case .nothing: [.show(scene.state.pressesOnlyInList)]
    }
  }

  /// What a key means only because of the part that has the focus; nil if it has its usual meaning.
  ///
  /// Letters and Ctrl-D and Ctrl-U move in that part. Arrows choose a button whatever has the focus, and
  /// PgUp, PgDn, Home and End are about the output.
  private func performOnPart(
    _ command: Dashboard.Command, by key: Key, in scene: Dashboard.Scene
  ) -> [Dashboard.Effect]? {
    guard part == .output || scene.state.isZoomed, !key.isArrow, let meaning = command.inOutput,
      !scene.layout.log.isEmpty
    else { return nil }
    return [.performOnLog(meaning)]
  }

  /// Performs a command with its meaning on the board.
  mutating func perform(_ command: Dashboard.Command, in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    if command.startsOrEnds, !scene.state.listsFocus, !scene.state.isStale {
      return [.show(scene.state.nothingFound)]
    }
    switch command {
    case .close: return close(in: scene)
    case .find:
      part = .buttons
      let text = scene.state.filter?.text ?? ""
      front = .prompt(Dashboard.Prompt(narrowingFrom: text, focus: scene.state.focusedButton?.id))
      return scene.state.isZoomed ? [.perform(.zoom)] : []
    case .openPlace:
      return [scene.state.log?.place.map { .open($0) } ?? .show(scene.state.nothingMarked)]
    case .focus: return giveFocus(to: part == .output ? .buttons : .output, in: scene)
    case .nextPage, .previousPage, .first, .last:
      let page = max(1, scene.layout.buttons.height / 2)
      let rows = command.rows(page: page, count: scene.state.rows.rows.count)
      return rows.map { [.moveFocus(by: $0)] } ?? []
    default: return openOverlay(of: command, in: scene) ?? [.perform(command)]
    }
  }

  /// Closes one thing that is open: the details, then the selection, mark, search or filter of the log, then
  /// the zoom, then the focus of the output, then the filter of the list.
  private mutating func close(in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    let log = scene.state.log
    let isBusy =
      log.map { $0.selectedCount != nil || $0.place != nil || $0.search != nil || $0.filter != nil } ?? false
    if log?.introduction?.isRequested == true { return [.perform(.details)] }
    if scene.state.isZoomed, !isBusy { return [.perform(.zoom)] }
    if scene.state.showsStream, !isBusy { return [.perform(.allLogs)] }
    if part == .output, !isBusy { return giveFocus(to: .buttons, in: scene) }
    if scene.state.filter != nil, !isBusy { return [.narrow(to: "")] }
    return [.performOnLog(.close)]
  }

  mutating func giveFocus(to part: Part, in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    let hasRoom = !scene.layout.log.isEmpty
    self.part = hasRoom ? part : .buttons
    return part == .output && !hasRoom ? [.show(scene.state.noRoomForOutput)] : []
  }
}

extension Dashboard.State {
  /// What to do where Enter presses nothing, because the output has the keys.
  fileprivate var pressesOnlyInList: String {
    let back = isZoomed ? Dashboard.Command.zoom : .focus
    let key = keys.binding(of: back)?.keys.first?.name
    return "Nothing is pressed in the output" + (key.map { ": \($0) goes back to the actions" } ?? "")
  }

  /// What to do where no line is marked.
  fileprivate var nothingMarked: String {
    let key = keys.hint(of: .nextPlace).map { "; \($0.key.name) finds one" } ?? ""
    return "No line that names a file is marked\(key)"
  }

  /// What to do in a window that is too small for buttons and output. It is short for the same reason.
  var noRoomForOutput: String {
    let key = isZoomed ? nil : keys.binding(of: .zoom)?.keys.first?.name
    return key.map { "No room: \($0) zooms" } ?? "There is no room for the output"
  }
}

extension Dashboard.LogStep {
  /// What a key does while lines are selected; nil if it has its usual meaning.
  init?(_ key: Key, _ command: Dashboard.Command?, page: Int) {
    switch (key, command) {
    case (.up, _): self = .extendSelection(by: -1)
    case (.down, _): self = .extendSelection(by: 1)
    case (.enter, _), (_, .press): self = .copy
    case (_, .scrollBack), (_, .previousPage): self = .extendSelection(by: -page)
    case (_, .scrollForward), (_, .nextPage): self = .extendSelection(by: page)
    case (_, .showLogStart), (_, .first): self = .extendSelection(by: -.max / 2)
    case (_, .followLog), (_, .last): self = .extendSelection(by: .max / 2)
    default: return nil
    }
  }
}

extension Dashboard.Command {
  /// Whether it starts or ends work of the chosen action, or answers it.
  fileprivate var startsOrEnds: Bool {
    switch self {
    case .press, .pick, .answer, .cancel, .restart: true
    default: false
    }
  }

  /// What a command for the buttons does in the output.
  fileprivate var inOutput: Self? {
    switch self {
    case .next: .scrollLineForward
    case .previous: .scrollLineBack
    case .fold: .previousRun
    case .unfold: .nextRun
    case .nextPage: .scrollForward
    case .previousPage: .scrollBack
    case .first: .showLogStart
    case .last: .followLog
    default: nil
    }
  }
}

extension Key {
  fileprivate var isArrow: Bool {
    switch self {
    case .up, .down, .left, .right: true
    default: false
    }
  }
}
