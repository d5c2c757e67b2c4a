import Boundary
import Configuration
internal import Programs
import TerminalUI

/// The last line of the picture: a message about the last key or about the board file, and the keys that work
/// now.
struct Footer: Widget {
  var state: Dashboard.State
  var layout: Dashboard.Layout

  func render(into frame: inout Frame, area: Rect) {
    let places = Places(self, in: area)
    places.message.render(into: &frame, area: places.messageArea)
    places.keyHints.render(into: &frame, area: places.hintArea)
  }

  /// The command of the key hint at a point; nil for none.
  func command(at point: Point, in area: Rect) -> Dashboard.Command? {
    let places = Places(self, in: area)
    return places.keyHints.index(at: point, in: places.hintArea).flatMap { places.hints[$0].command }
  }

  /// What is in the row, and where.
  private struct Places {
    let message: Line
    let messageArea: Rect
    let hints: [FooterHint]
    let hintArea: Rect
    let keyHints: KeyHints

    init(_ footer: Footer, in area: Rect) {
      var row = footer.layout.isFramed ? area.inset(horizontal: 1) : area
      message = footer.message
      let hints = footer.hints(width: row.width)
      let width = footer.width(of: message, beside: hints.first, in: row)
      messageArea = row.cutLeft(width)
      if width > 0 { _ = row.cutLeft(3) }
      hintArea = row
      self.hints = hints
      keyHints = KeyHints(hints.map(\.hint), separator: footer.state.glyphs.box.vertical)
    }
  }

  private var message: Line {
    var spans: [Span] = []
    if let message = state.message {
      spans = [Span(message, .warning)]
    } else if !state.mode.coversBoard, let mistake = state.boardMistakes.first {
      spans = [Span(mistake.summary, .failure)]
    }
    return Line(spans, ellipsis: state.glyphs.ellipsis)
  }

  /// A message about the board file leaves room for the key that shows the other mistakes.
  private func width(of message: Line, beside first: FooterHint?, in row: Rect) -> Int {
    let width = message.width
    guard width > 0, state.message == nil, let first else { return min(row.width, width) }
    let room = row.width - 3 - TextWidth.of(first.hint.key) - 1 - TextWidth.of(first.hint.word)
    return room < 6 ? 0 : min(width, room)
  }

  /// The hints that can be in a row of this width, the most important first.
  private func hints(width: Int) -> [FooterHint] {
    if !state.mode.coversBoard, let log = state.log,
      let hints = LogHints(log, keys: state.keys, press: pressWord).hints
    {
      return hints
    }
    let typing = state.mode.overlay?.typingHint.map { FooterHint(hint: KeyHints.Hint(key: "a-z", word: $0)) }
    var hints = commandHints(width: width)
    if let typing { hints.insert(typing, at: min(1, hints.count)) }
    return hints
  }

  private func commandHints(width: Int) -> [FooterHint] {
    var hints: [FooterHint] = []
    var room = width
    // There are many more than fit.
    for command in commands where room >= 0 {
      guard let way = state.keys.hint(of: command) else { continue }
      let key = key(of: command) ?? way.key
      // Over the board there are few, which belong together.
      let group = state.mode.coversBoard ? 0 : command.footerGroup
      let hint = KeyHints.Hint(key: key.name, word: word(of: command) ?? way.word, group: group)
      hints.append(FooterHint(command: command, hint: hint))
      room -= hint.width
    }
    return hints
  }

  /// The key that is shown for a command, if it is not its first one. In the question whether to leave, only
  /// Ctrl-C leaves.
  private func key(of command: Dashboard.Command) -> Key? {
    command == .quit && state.mode.question?.isAboutQuitting == true ? .control("c") : nil
  }

  private var fileCommands: [Dashboard.Command] { state.boardMistakes.isEmpty ? [] : [.showMistakes] }

  /// The word for what a command does now; nil for the usual one.
  private func word(of command: Dashboard.Command) -> String? {
    switch command {
    case .mouse: "mouse: off"
    case .zoom where state.isZoomed: "zoom: off"
    case .showMistakes: mistakeCount
    default: wordInFront(command)
    }
  }

  private func wordInFront(_ command: Dashboard.Command) -> String? {
    if let overlay = state.mode.overlay { return overlay.word(for: command) }
    guard let question = state.mode.question else { return wordOnBoard(command) }
    return switch command {
    case .press: "answer"
    case .quit where question.isClosable: "leave at once"
    case .quit: question.leavesOthersAlone ? "leave" : "kill"
    default: nil
    }
  }

  private func wordOnBoard(_ command: Dashboard.Command) -> String? {
    switch command {
    case .press where state.focusedButton?.canBeEntered == true && !state.isStale:
      "enter (\(state.leaveKey.name) leaves)"
    case .press where state.isStale: "new box"
    case .press where offersPlan: "run these, then it"
    case .press where state.focusedButton?.plan == .stopped: "plan again"
    case .press where plan?.asks == true: "answer"
    case .press where plan != nil: "plan"
    case .cancel where plan != nil: "cancel the plan"
    case .press
    where state.focusedButton?.label.value.isEnteredWhenPressed == true
      && state.focusedButton?.isLocked == false:
      "start and enter (\(state.leaveKey.name) leaves)"
    case .press where isOnFoldedGroup: "unfold"
    case .press where state.focusedButton?.isCancelledByPress == true: "cancel"
    case .allLogs where state.showsStream: "one log"
    case .close: state.filter == nil ? "back" : "show all"
    case .details where showsDetails: "output"
    case .focus where state.outputHasFocus: "actions"
    default: nil
    }
  }

  private var commands: [Dashboard.Command] {
    if let overlay = state.mode.overlay { return overlay.hints(in: state, board: layout.board) }
    if let question = state.mode.question {
      return question.isClosable
        ? [.press, .close] + (question.isAboutQuitting ? [.quit] : []) : [.quit]
    }
    let first =
      fileCommands + [.help] + (offersPlan ? [.press] : [])
      + (showsDetails ? [.details] : []) + (state.isZoomed ? [.zoom] : [])
      + (state.mouse == .given ? [.mouse] : [])
    return first + boardCommands.filter { !first.contains($0) }
  }

  /// What can be done with the board, the most important first. What has an effect only now comes before what
  /// nearly always has one.
  private var boardCommands: [Dashboard.Command] {
    var commands: [Dashboard.Command] = [.quit]

    func add(_ command: Dashboard.Command, if isUseful: Bool) {
      if isUseful, !commands.contains(command) { commands.append(command) }
    }

    add(.close, if: state.filter != nil && !state.outputHasFocus && !state.showsStream)
    add(.allLogs, if: state.showsStream)
    add(.focus, if: state.outputHasFocus)
    add(.answer, if: state.allows(.answer))
    add(.nextQuestion, if: !state.allows(.answer) && state.allows(.nextQuestion))
    add(.followLog, if: isScrolledBack)
    add(.press, if: pressWord != nil)
    add(.cancel, if: plan != nil && state.allows(.cancel))
    add(.actOnAll, if: state.allows(.actOnAll))
    add(.dismissError, if: state.allows(.dismissError))
    add(.details, if: offersDetails)
    add(.errors, if: state.errors.count > 1)
    add(.scrollBack, if: logScrolls)
    add(.runs, if: state.focusedButton?.trend != nil)
    add(.find, if: hasHiddenButtons)
    add(.search, if: logScrolls)
    add(.pick, if: state.allows(.pick))
    add(.restart, if: state.focusedButton?.phase.isPresent == true && state.allows(.cancel))
    add(.activities, if: state.activity.running.count > 1)
    add(.zoom, if: offersZoom)
    // From here on what is shown where there is room for it.
    let hasLog = !layout.log.isEmpty
    let hasLines = hasLog && (state.log?.keptCount ?? 0) > 0
    add(.find, if: state.buttons.count > 1)
    add(.palette, if: !state.buttons.isEmpty)
    add(.details, if: hasLog && !showsDetails && state.allows(.details))
    add(.runs, if: state.allows(.runs))
    add(.activities, if: state.allows(.activities))
    add(.errors, if: state.allows(.errors))
    for command in [Dashboard.Command.search, .copy, .page] { add(command, if: hasLines) }
    add(.searchAll, if: state.allows(.searchAll))
    add(.focus, if: hasLog && state.allows(.focus))
    return commands
  }

  /// The word for what Enter does with the chosen action; nil for nothing.
  private var pressWord: String? {
    guard state.allows(.press), let hint = state.keys.hint(of: .press) else { return nil }
    return switch state.pressMeaning {
    case .press, .enter, .reopen: word(of: .press) ?? hint.word
    case .copy, .openPlace, .nextMatch, .nothing: nil
    }
  }

  private var isScrolledBack: Bool {
    !layout.log.isEmpty && state.log?.isFollowing == false && state.log?.introduction == nil
  }

  private var isOnFoldedGroup: Bool {
    state.rows.foldedGroup(ofButton: state.focus) != nil
  }

  private var hasHiddenButtons: Bool {
    !layout.buttons.isEmpty
      && layout.buttonWindow(state).visible.count < state.rows.rows.count
  }

  /// The plan that is performed for the focused button.
  private var plan: (count: String, asks: Bool)? { state.focusedButton?.performedPlan }

  /// Whether Enter performs the plan that is shown.
  private var offersPlan: Bool { state.log?.introduction?.plan?.isOffered == true }
  private var showsDetails: Bool { state.log?.introduction?.isRequested == true }
  private var offersDetails: Bool {
    !showsDetails && state.focusedButton?.isLocked == true && (state.log?.keptCount ?? 0) > 0
  }

  private var offersZoom: Bool { !state.isZoomed && !layout.log.isEmpty && (state.log?.keptCount ?? 0) > 0 }

  private var mistakeCount: String {
    switch state.boardMistakes.count {
    case 1: "1 mistake"
    case ...Diagnostic.limit: "\(state.boardMistakes.count) mistakes"
    default: "more than \(Diagnostic.limit) mistakes"
    }
  }

  private var logScrolls: Bool {
    guard let log = state.log, !layout.log.isEmpty else { return false }
    return log.rows.count > layout.log.height || log.visible.count < log.lineCount
  }
}

extension Dashboard.Command {
  /// The group of the footer in which the command is: what is open, the chosen action, the output, what is
  /// about all actions, and the panel.
  fileprivate var footerGroup: Int {
    switch self {
    case .showMistakes, .close: 0
    case .help, .quit, .mouse: 4
    case .press, .next, .answer, .nextQuestion, .dismissError, .dismissAllErrors, .details, .runs,
      .pick, .restart, .cancel:
      1
    case .find, .actOnAll, .palette, .activities, .errors, .searchAll, .allLogs: 3
    default: 2
    }
  }
}

/// A key in the footer.
struct FooterHint {
  /// The command that a click on the hint performs; nil for none.
  var command: Dashboard.Command?
  var hint: KeyHints.Hint
}
