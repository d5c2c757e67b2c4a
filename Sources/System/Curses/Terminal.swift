internal import CNcurses
internal import Dispatch
internal import Processes
public import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The terminal in which the program runs: it draws frames, delivers events, and restores the terminal
/// afterwards.
///
/// The state of ncurses is global, so there is at most one open terminal per process, on the main actor.
/// Events are delivered on the main queue, which the program must run, preferably by `dispatchMain()`.
/// Without input and frames, no system call is made.
///
///     let terminal = try Terminal(options: .init(name: "xterm-256color"))
///     terminal.onEvent = { event in … }
///     terminal.draw(frame)
///     dispatchMain()
@MainActor
public final class Terminal {
  /// Called on the main queue for each event. It may draw, suspend and close.
  public var onEvent: (TerminalEvent) -> Void = { _ in }

  /// Called in the signal handler of a crash after the terminal was restored, for example to end child
  /// processes. It must be async-signal-safe: no allocation, no locks.
  public var onCrash: (@convention(c) () -> Void)? {
    didSet { screen.setCrashAction(onCrash) }
  }

  /// The current size. It changes directly before the event `.resized`.
  public private(set) var size: Size

  /// True while more input of the same turn is about to be delivered: a frame drawn now would be overwritten
  /// at once.
  public private(set) var hasMoreInput = false

  /// The glyphs that the terminal can draw, by the encoding of the locale and the kind of the terminal.
  public var glyphs: GlyphSet { screen.glyphs }

  /// The name in terminfo by which the terminal is used. It differs from that of the options if terminfo does
  /// not know that one.
  public var name: String { screen.name }

  private let screen: Screen
  private let signals: SignalSource
  /// Nil when the terminal has gone or is closed.
  private var inputSource: DescriptorSource?
  private var decoder = KeyDecoder()
  private var isOpen = true
  private var isLent = false
  private var foreground: ForegroundProgram?
  /// What the terminal was asked with the first picture; nil before that, and when it has answered.
  private var widthQuestion: WidthQuestion?
  private var hasAskedWidths = false

  private static var isInUse = false

  /// Takes over the terminal on standard input and output.
  ///
  /// Call `close` before releasing the object. Until then, the signals INT, TERM, HUP and QUIT are delivered
  /// as events, Ctrl-Z suspends, and standard error is captured if it is a terminal. A crash, or `exit`
  /// without `close`, restores the terminal as well.
  public init(options: Options) throws(TerminalError) {
    guard !Terminal.isInUse else { throw .alreadyOpen }
    guard isatty(STDIN_FILENO) == 1, let discipline = LineDiscipline(of: STDIN_FILENO) else {
      throw .notATerminal(.standardInput)
    }
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal(.standardOutput) }
    guard DescriptorSource.isAvailable else { throw .refused(call: "epoll_create1", errno: EMFILE) }
    let codeset = Codeset.fromEnvironment()
    do {
      signals = try SignalSource(signals: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT])
    } catch {
      throw .refused(call: error.call, errno: error.code)
    }
    do {
      screen = try Screen(options: options, codeset: codeset, discipline: discipline)
    } catch {
      signals.close()
      throw error
    }
    size = screen.size
    Terminal.isInUse = true
    listen()
  }

  /// Shows a frame, truncated to the terminal's size. An equal frame costs no system call, any other frame
  /// one write.
  public func draw(_ frame: Frame) {
    guard isOpen else { return }
    askWidths()
    screen.draw(frame)
  }

  /// Draws the whole screen again, for example after another program has written to it.
  public func redraw() {
    guard isOpen else { return }
    screen.redraw()
  }

  /// Copies text to the clipboard of the terminal, which may ignore it without a response. Returns false if
  /// nothing was sent, because the text is too long or this kind of terminal has no clipboard.
  public func copy(_ text: String) -> Bool {
    guard isOpen else { return false }
    return screen.copy(text)
  }

  /// Rings the bell, or flashes the screen if the terminal has no bell.
  public func bell() {
    guard isOpen, !isLent else { return }
    beep()
  }

  /// Shows a notification on the desktop, if the terminal supports it. There is no response.
  public func notify(_ notification: DesktopNotification) {
    guard isOpen else { return }
    screen.notify(notification)
  }

  /// Whether clicks and the wheel are reported. While they are not, the mouse selects text in the terminal.
  public var usesMouse: Bool {
    get { screen.usesMouse }
    set {
      guard isOpen else { return }
      screen.setMouse(newValue)
    }
  }

  /// Releases the screen and stops the program, as Ctrl-Z does. Returns when the program continues, after
  /// `.resumed`.
  public func suspend() {
    guard isOpen, !isLent else { return }
    awaitAnswer()
    screen.leave()
    signals.withDefaultActions(for: [SIGTSTP, SIGCONT]) { ProcessEnd.raiseUnblocked(SIGTSTP) }
    resume()
  }

  /// Leaves the terminal to another program, and takes it back when that has ended, after `.resumed`.
  /// - Parameter onEnd: Receives its exit code; nil if it could not be started or was killed.
  public func run(_ arguments: [String], _ onEnd: @escaping @MainActor (Int32?) -> Void) {
    guard isOpen, !isLent else { return onEnd(nil) }
    lend()
    let program = ForegroundProgram()
    foreground = program
    let thread: Void? = try? DedicatedThread.start("signalbox.program") { [weak self] in
      let code = program.run(arguments)
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self?.foreground = nil
          self?.takeBack()
          onEnd(code)
        }
      }
    }
    if thread == nil {
      foreground = nil
      takeBack()
      onEnd(nil)
    }
  }

  /// Leaves the terminal to something else that reads and writes it, with the settings that it had before
  /// this program. Frames are not drawn until ``takeBack()`` is called; changes of the size are reported.
  public func lend() {
    guard isOpen, !isLent else { return }
    awaitAnswer()
    isLent = true
    inputSource?.setOn(false)
    screen.lend()
  }

  /// Takes the terminal over again, and draws the last frame.
  public func takeBack() {
    guard isOpen, isLent else { return }
    isLent = false
    screen.takeBack()
    inputSource?.setOn(true)
    takeSize()
    onEvent(.resumed)
    readAhead()
  }

  /// Restores the terminal and writes the captured messages to standard error. Further calls have no effect.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    if !isLent { awaitAnswer() }
    foreground?.end()
    inputSource = nil
    screen.close()
    signals.close()
    Terminal.isInUse = false
  }

  private func listen() {
    inputSource = DescriptorSource(.readable, STDIN_FILENO) { [weak self] in self?.readInput() }
    inputSource?.setOn(true)
    signals.onSignal = { [weak self] in self?.receive($0) }
    readAhead()
  }

  /// Reads once before any input: ncurses only switches the keypad on when it reads, and the first key would
  /// arrive in another encoding. Input that was already typed is consumed by this, so the read source will
  /// not report it.
  private func readAhead() {
    guard isOpen else { return }
    let typedAhead = screen.keyboard.drain()
    if !typedAhead.isEmpty { onNextTurn { $0.deliver(typedAhead) } }
  }

  private func readInput() {
    guard isOpen else { return }
    screen.coverCurrentThread()
    let units = screen.keyboard.drain()
    if units.isEmpty, EndOfInput.isReached(on: STDIN_FILENO) {
      inputSource = nil
      onEvent(.hangUp)
    } else {
      deliver(units)
    }
  }

  private func deliver(_ units: [InputUnit]) {
    let moreMayWait = units.count >= Keyboard.drainLimit
    let events = decoder.decode(units, isWholeDrain: !moreMayWait)
    take(decoder.takeReports())
    for (index, event) in events.enumerated() {
      guard isOpen else { return }
      hasMoreInput = index + 1 < events.count
      onEvent(.input(event))
    }
    if moreMayWait { onNextTurn { $0.readInput() } }
  }

  /// Once, before the first picture. Nothing waits for the answer but leaving the terminal.
  private func askWidths() {
    guard !hasAskedWidths, !isLent else { return }
    hasAskedWidths = true
    if screen.askWidths() { widthQuestion = WidthQuestion() }
  }

  private func take(_ reports: [CursorReport]) {
    guard var question = widthQuestion else { return }
    for report in reports { question.take(report) }
    widthQuestion = question.isAnswered ? nil : question
    guard question.isAnswered, question.answer != TextWidth.composedCharacters else { return }
    TextWidth.composedCharacters = question.answer
    onNextTurn { $0.onEvent(.widthsChanged) }
  }

  /// Before the terminal is left to others, since they would read an answer that comes later. Keys that come
  /// meanwhile are delivered in a later turn.
  private func awaitAnswer() {
    let end = ContinuousClock.now + Terminal.answerLimit
    while widthQuestion != nil {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let left = max(0, (end - .now) / .milliseconds(1))
      guard poll(&input, 1, Int32(left.rounded(.up))) == 1, left > 0 else { break }
      let units = screen.keyboard.drain()
      if units.isEmpty { break }
      for event in decoder.decode(units) { onNextTurn { $0.onEvent(.input(event)) } }
      take(decoder.takeReports())
    }
    widthQuestion = nil
  }

  /// How long leaving waits for an answer.
  private static let answerLimit = Duration.milliseconds(100)

  private func receive(_ signal: Int32) {
    guard isOpen else { return }
    screen.coverCurrentThread()
    switch signal {
    case SIGWINCH: takeSize()
    // Whoever has the terminal now decides about its keys.
    case SIGTSTP: if !isLent { suspend() }
    case SIGCONT: if isLent { onEvent(.resumed) } else { resume() }
    default: onEvent(.interrupt(signal: signal))
    }
  }

  /// Also called after a stop that cannot be caught (SIGSTOP).
  private func resume() {
    screen.enter()
    takeSize()
    onEvent(.resumed)
    readAhead()
  }

  private func takeSize() {
    screen.takeSize()
    guard screen.size != size else { return }
    size = screen.size
    onEvent(.resized(size))
  }

  private func onNextTurn(_ body: @escaping @MainActor (Terminal) -> Void) {
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.isOpen else { return }
        body(self)
      }
    }
  }
}
