internal import Board
internal import Curses
internal import Dashboard
internal import Dispatch
internal import Files
internal import Jobs
internal import Processes
internal import SignalboxCore
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The panel on a terminal: connects the model's states to the screen, and the keys to the model.
@MainActor
final class Panel {
  private let terminal: Terminal
  private let interlocking: Interlocking
  private let model: Dashboard.Model
  private let notices: NoticeDesk
  private let throttle = FrameThrottle(DispatchQueue.main)
  private var renderer = Dashboard.Renderer()
  private var boardWatch: BoardWatch?
  private var isLeaving = false
  private var isHungUp = false
  private var endSignal: Int32?
  /// What is put off until the last of the keys that came together.
  private var isDrawingDue = false
  private var textToCopy: String?

  /// - Parameter boardFile: Where the board comes from, so that it is taken over when it changes; nil for
  ///   nowhere.
  init(
    _ terminal: Terminal, interlocking: Interlocking, preferences: Dashboard.Preferences, boardFile: String?,
    isReadOnly: Bool
  ) {
    self.terminal = terminal
    self.interlocking = interlocking
    model = Dashboard.Model(
      interlocking, glyphs: terminal.glyphs, size: terminal.size, preferences: preferences,
      isReadOnly: isReadOnly, scheduler: DispatchQueue.main)
    notices = NoticeDesk(interlocking) { [weak interlocking] notice in
      if notice.policy.ringsBell { terminal.bell() }
      if notice.policy.showsOnDesktop, let board = interlocking?.board {
        terminal.notify(DesktopNotification(notice, from: board))
      }
    }
    model.onChange = { [weak self] in self?.draw() }
    // What is not drawn need not be read: a flood of changes costs twenty readings and frames a second at
    // most.
    model.whenToRead = { [throttle] read in throttle.request(read) }
    if !terminal.usesMouse { model.mouse = .absent }
    model.onRequest = { [weak self] in self?.grant($0) }
    // Called once now, while nothing runs: the first call of a function may look up types, which a crash may
    // not.
    ProcessGroups.shared.killAll()
    terminal.onCrash = { ProcessGroups.shared.killAll() }
    terminal.onEvent = { [weak self] in self?.handle($0) }
    draw()
    // Not before the first picture: a probe may take its time to begin.
    DispatchQueue.main.async { interlocking.startRepeats() }
    if let boardFile { watch(boardFile) }
  }

  /// A file that cannot be watched is no reason to do without the panel.
  private func watch(_ boardFile: String) {
    do throws(FileWatch.Refusal) {
      boardWatch = try BoardWatch(boardFile, of: interlocking.board) { [weak self] outcome in
        switch outcome {
        case .success(let board): self?.model.take(board)
        case .failure(let error): self?.model.refuse(error)
        }
      }
    } catch {
      model.tell("The board file is not watched: \(error)")
    }
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .input(let input):
      // A person waits for the answer to a key, so it does not wait for the next frame.
      throttle.expectAnswer()
      model.handle(input)
      if !terminal.hasMoreInput { catchUp() }
    case .resized(let size):
      model.size = size
      model.refresh()
    case .resumed: draw()
    case .interrupt(signal: SIGHUP), .hangUp: hangUp()
    case .interrupt(let signal): leave(bySignal: signal)
    }
  }

  private func grant(_ request: Dashboard.Model.Request) {
    switch request {
    case .redraw: terminal.redraw()
    case .suspend: terminal.suspend()
    case .useMouse(let isWanted):
      terminal.usesMouse = isWanted
      model.mouse = terminal.usesMouse ? .taken : .given
    case .quit: leave(bySignal: nil)
    case .copy(let text):
      if terminal.hasMoreInput { textToCopy = text } else { copy(text) }
    }
  }

  private func copy(_ text: String) {
    textToCopy = nil
    let isSent = terminal.copy(text)
    model.show(CopiedText(text, isSent: isSent, file: try? CopyFile.standard.write(text)).message)
  }

  /// Does once what all keys that came together have asked for: text that is pasted as if it was typed can be
  /// a million of them.
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
  }

  // MARK: Leaving

  /// A terminal that goes says so twice, by a signal and by the end of the input. That is one wish, so
  /// commands have their time to clean up.
  private func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    leave(bySignal: SIGHUP)
  }

  /// Cancels what runs, waits for it, gives the terminal back and ends. The second time nothing is waited
  /// for.
  private func leave(bySignal signal: Int32?) {
    endSignal = endSignal ?? signal
    if isLeaving { end() }
    isLeaving = true
    boardWatch?.close()
    interlocking.stopRepeats()
    notices.close()
    interlocking.cancelAll()
    model.showLeaving()
    Task {
      await interlocking.waitUntilEnded()
      await notices.waitUntilEnded()
      end()
    }
  }

  private func end() -> Never {
    ProcessGroups.shared.killAll()
    terminal.close()
    StandardError.writeSurvivors()
    if let endSignal { ProcessEnd.bySignal(endSignal) }
    exit(EXIT_SUCCESS)
  }
}
