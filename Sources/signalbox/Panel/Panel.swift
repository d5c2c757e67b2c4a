internal import Board
internal import Boundary
internal import BoxClient
internal import Curses
internal import Dashboard
internal import Dispatch
internal import Exporter
internal import Processes
internal import SignalboxCore
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The panel on a terminal: draws the states of the model, and passes events to the model.
@MainActor
final class Panel {
  private let terminal: Terminal
  private let preferences: Dashboard.Preferences
  private let isReadOnly: Bool
  /// Whether the panel has colours, and so has what is opened from it.
  private let usesColor: Bool
  /// What is shown.
  private var source: PanelSource
  /// What could be shown instead; nil if the person has named what is shown.
  private let others: OtherChoices?
  private var box: ServedBox
  private var model: Dashboard.Model
  private let throttle = FrameThrottle(DispatchQueue.main)
  private var renderer = Dashboard.Renderer()
  private var isReopening = false
  private var isLeaving = false
  private var isHungUp = false
  private var endSignal: Int32?
  /// Requests that are deferred until the last of several keys that arrived together.
  private var isDrawingDue = false
  private var textToCopy: String?
  /// Serves metrics of the box; nil for none.
  var exporter: MetricsExporter? { didSet { exporter?.box = box } }
  /// The program that is shown instead of the panel.
  private var visit: ProgramVisit?

  /// - Parameters:
  ///   - others: What could be shown instead; nil if the person has named what is shown.
  init(
    _ terminal: Terminal, _ source: PanelSource, box: ServedBox, preferences: Dashboard.Preferences,
    isReadOnly: Bool, usesColor: Bool, others: OtherChoices? = nil
  ) {
    self.terminal = terminal
    self.source = source
    self.box = box
    self.preferences = preferences
    (self.isReadOnly, self.usesColor) = (isReadOnly, usesColor)
    self.others = others
    model = Self.model(of: box, on: terminal, preferences, isReadOnly: isReadOnly)
    if !terminal.usesMouse { model.mouse = .absent }
    connect()
    // Called once in advance: the first call of a function may look up types, which is not allowed in a
    // signal handler.
    ProcessGroups.shared.killAll()
    terminal.onCrash = { ProcessGroups.shared.killAll() }
    terminal.onEvent = { [weak self] in self?.handle($0) }
    others?.onChange = { [weak self] in self?.model.offer($0, saying: $1) }
    draw()
    // It may take a moment to look for it.
    if let others, let choice = source.choice {
      others.look(from: choice)
      model.offer(others.found)
    }
    repeatActions()
  }

  private static func model(
    of box: ServedBox, on terminal: Terminal, _ preferences: Dashboard.Preferences, isReadOnly: Bool
  ) -> Dashboard.Model {
    Dashboard.Model(
      box, glyphs: terminal.glyphs, size: terminal.size, preferences: preferences,
      isReadOnly: isReadOnly, scheduler: DispatchQueue.main)
  }

  /// Receives what the box and its model report.
  private func connect() {
    box.onNotice = { [weak box, terminal] notice in
      if notice.policy.ringsBell { terminal.bell() }
      if notice.policy.showsOnDesktop, let title = box?.situation.title {
        terminal.notify(DesktopNotification(notice, fromBoard: title))
      }
    }
    model.onChange = { [weak self] in self?.draw() }
    // The model is only read when a frame is drawn: a flood of changes costs at most twenty frames per
    // second.
    model.whenToRead = { [throttle] read in throttle.request(read) }
    model.onRequest = { [weak self] in self?.grant($0) }
  }

  /// After the first frame, because starting probes may take time.
  private func repeatActions() {
    if isReadOnly { return }
    DispatchQueue.main.async { [box] in box.repeatActions() }
  }

  /// Shows messages about the start until the next key, and what else could be opened.
  func tell(_ messages: [String]) {
    let offer = others?.news.flatMap { model.words(for: $0) }
    let messages = messages + [offer].compactMap(\.self)
    if !messages.isEmpty { model.tell(messages.joined(separator: "; ")) }
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .input(let input):
      // The response to a key is drawn at once, without waiting for the next frame.
      throttle.expectAnswer()
      model.handle(input)
      if !terminal.hasMoreInput { catchUp() }
    case .resized(let size):
      model.size = size
      model.refresh()
      visit?.resize(to: size)
    case .widthsChanged:
      renderer = Dashboard.Renderer()
      model.refresh()
      draw()
    case .resumed:
      visit?.resume()
      draw()
    case .interrupt(signal: SIGHUP), .hangUp: hangUp()
    case .interrupt(let signal): leave(bySignal: signal)
    }
  }

  private func grant(_ request: Dashboard.Request) {
    switch request {
    case .redraw: terminal.redraw()
    case .suspend: terminal.suspend()
    case .useMouse(let isWanted):
      terminal.usesMouse = isWanted
      model.mouse = terminal.usesMouse ? .taken : .given
    case .quit: leave(bySignal: nil)
    case .reopen: showNewBox()
    case .open(let other): show(other)
    case .page(let output): page(output)
    case .edit: edit()
    case .editFile(let path, let line, let column, let directory):
      edit(path, line: line, column: column, in: directory)
    case .browse(let address): browse(address)
    case .enter(let action): enter(action)
    case .copy(let text):
      if terminal.hasMoreInput { textToCopy = text } else { copy(text) }
    }
  }

  /// Replaces the box, which has ended, by a new one.
  private func showNewBox() {
    guard !isReopening, !isLeaving else { return }
    isReopening = true
    Task {
      defer { isReopening = false }
      do { show(try await source.reopen()) } catch { model.tell("\(error)") }
    }
  }

  /// Shows something else that is here. The present box goes on without the panel.
  private func show(_ other: Dashboard.Other) {
    guard !isReopening, !isLeaving, let others, let choice = others.choice(of: other) else { return }
    if let hindrance { return model.tell(hindrance) }
    isReopening = true
    Task {
      defer { isReopening = false }
      do {
        let (next, nextBox) = try await others.open(choice)
        // Something may have started meanwhile.
        if let hindrance { model.tell(hindrance) }
        guard !isLeaving, hindrance == nil else { return nextBox.leave {} }
        source.nextBox?.stop()
        box.leave {}
        source = next
        others.look(from: choice)
        show(nextBox)
        if !next.remarks.isEmpty { model.tell(next.remarks.joined(separator: "; ")) }
      } catch {
        model.tell("\(error)")
      }
    }
  }

  /// Why the panel cannot leave its box for another one; nil if it can.
  private var hindrance: String? {
    let running = box.situation.actions.first { $0.isRunning && !$0.description.isQuiet }
    guard let title = running?.description.title, source.endsRuns(of: box) else { return nil }
    return "\(title) would be cancelled: cancel it first, or wait for its end"
  }

  /// Shows the box that another front end starts.
  private func joinNextBox() {
    source.nextBox?.wait { [weak self] box in
      guard let self, !isReopening, !isLeaving else { return box.leave {} }
      show(box)
    }
  }

  private func show(_ box: ServedBox) {
    source.nextBox?.stop()
    (model.onChange, model.onRequest) = ({}, { _ in })
    let mouse = model.mouse
    self.box = box
    exporter?.box = box
    model = Self.model(of: box, on: terminal, preferences, isReadOnly: isReadOnly)
    model.mouse = mouse
    if let others { model.offer(others.found) }
    connect()
    draw()
    repeatActions()
  }

  /// Shows an output in the pager of the user.
  private func page(_ output: Dashboard.PagedOutput) {
    let pager = Pager.present
    guard let path = OtherProgram.temporaryFile(output.text(hasColor: pager.showsColors && usesColor)) else {
      return model.show("There is no file to write the output to")
    }
    run(.pager, pager.arguments(for: path, title: output.title)) { unlink(path) }
  }

  /// Opens the board's file in the editor of the user. The box reloads it when it is saved.
  private func edit() {
    guard let boardFile = source.choice?.path else { return model.show("This board has no file") }
    run(.editor, OtherProgram.editor.arguments(for: boardFile))
  }

  /// Opens a file that an output names in the editor of the user.
  private func edit(_ path: String, line: Int, column: Int?, in directory: String?) {
    guard let file = NamedFile.path(of: path, in: directory, boardFile: source.choice?.path) else {
      return model.show("\(path): there is no such file")
    }
    run(.editor, OtherProgram.editor.arguments(for: file, line: line, column: column))
  }

  /// Opens an address in the browser of the user.
  private func browse(_ address: String) {
    Task {
      let isOpen = await Browser.open(address)
      model.tell(isOpen ? "\(address) is opened" : "No program is there that opens addresses")
    }
  }

  /// - Parameter onEnd: Called when it has ended.
  private func run(
    _ program: OtherProgram, _ arguments: [String], onEnd: @escaping @MainActor () -> Void = {}
  ) {
    guard visit == nil, !isLeaving else { return onEnd() }
    terminal.run(arguments) { [weak self] code in
      onEnd()
      if let message = program.message(exitCode: code) { self?.model.show(message) }
    }
  }

  private func copy(_ text: String) {
    textToCopy = nil
    let file = try? CopyFile.standard.write(text)
    guard TmuxBuffer.isPresent() else {
      return model.show(CopiedText(text, in: terminal.copy(text) ? .terminal : nil, file: file).message)
    }
    Task {
      let isInTmux = await TmuxBuffer.load(text)
      guard !isLeaving else { return }
      let place: CopiedText.Place? = isInTmux ? .tmux : terminal.copy(text) ? .terminal : nil
      model.tell(CopiedText(text, in: place, file: file).message)
    }
  }

  /// Performs the requests of all keys that arrived together once: text that is pasted without marks can be a
  /// million keys.
  private func catchUp() {
    if let textToCopy {
      copy(textToCopy)
      isDrawingDue = true
    }
    if isDrawingDue { draw() }
  }

  // MARK: Drawing

  private func draw() {
    isDrawingDue = terminal.hasMoreInput
    if isDrawingDue { return }
    terminal.draw(renderer.frame(of: model.state, size: terminal.size))
    if model.state.isStale, !isLeaving { joinNextBox() }
  }

  // MARK: Programs

  /// Gives the terminal to the program of an action.
  private func enter(_ action: String) {
    guard visit == nil, !isLeaving else { return }
    let onStart: @MainActor () async -> Void = { [terminal] in terminal.lend() }
    do {
      visit = try ProgramVisit(
        to: action, in: box, on: .init(size: terminal.size, isCleared: true, onStart: onStart),
        leaveKey: preferences.leaveKey
      ) { [weak self] in self?.returned($0, from: action) }
    } catch {
      model.tell("\(action): \(error)")
    }
  }

  private func returned(_ end: ProgramVisit.End, from action: String) {
    visit = nil
    terminal.takeBack()
    switch end {
    case .left, .programEnded: draw()
    case .replaced(let name): model.tell("\(action): entered by \(name)")
    case .doesNotRun: model.tell("\(action): does not run")
    case .refused(let reason): model.tell("\(action): \(reason)")
    case .terminalEnded: hangUp()
    }
  }

  // MARK: Leaving

  /// A terminal that hangs up causes both a signal and the end of the input. They count as one request, so
  /// that commands have time to clean up.
  private func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    leave(bySignal: SIGHUP)
  }

  /// Leaves the box, waits for that, restores the terminal and ends. A private box cancels its runs, another
  /// one goes on with them. The second call does not wait.
  private func leave(bySignal signal: Int32?) {
    visit?.leave()
    endSignal = endSignal ?? signal
    if isLeaving { end() }
    isLeaving = true
    box.leave { [weak self] in self?.end() }
    model.showLeaving()
  }

  private func end() -> Never {
    ProcessGroups.shared.killAll()
    terminal.close()
    StandardError.writeSurvivors()
    if let endSignal { ProcessEnd.bySignal(endSignal) }
    exit(EXIT_SUCCESS)
  }
}
