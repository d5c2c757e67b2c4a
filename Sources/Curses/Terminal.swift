internal import CNcurses
internal import Dispatch
internal import Processes
public import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The terminal in which the program runs: frames out, events in, and everything as it was afterwards.
///
/// ncurses is one global state, so there is one open terminal in a process, on the main actor. Events come on the main
/// queue; the program must run it, best with `dispatchMain()`. Nothing happens and no system call is made while nothing
/// arrives and nothing is drawn.
///
///     let terminal = try Terminal(options: .init(name: "xterm-256color"))
///     terminal.onEvent = { event in … }
///     terminal.draw(frame)
///     dispatchMain()
@MainActor
public final class Terminal {
  /// Called on the main queue for each event. A call may draw, suspend and close.
  public var onEvent: (TerminalEvent) -> Void = { _ in }

  /// Called in the signal handler of a crash, after the terminal was put in order: what must not outlive the program is
  /// ended here. It must be safe there, which allows neither memory nor locks.
  public var onCrash: (@convention(c) () -> Void)? {
    didSet { screen.setCrashAction(onCrash) }
  }

  /// The size now. It changes just before the event that says so.
  public private(set) var size: Size

  /// True while more of what was typed is about to be handed over in the same turn: a picture now would be seen by nobody.
  public private(set) var hasMoreInput = false

  /// The signs this terminal can draw, from the encoding of the locale.
  public let glyphs: GlyphSet

  private let screen: Screen
  private let signals: SignalSource
  private let inputSource: any DispatchSourceRead
  private var decoder = KeyDecoder()
  private var isOpen = true

  private static var isInUse = false

  /// Takes over the terminal on standard input and output.
  ///
  /// Call `close` before letting it go. Until then, signals INT, TERM, HUP and QUIT are events, Ctrl-Z suspends, and
  /// standard error is held back if it leads to a terminal. A crash, or `exit` without `close`, puts the terminal in order
  /// too.
  public init(options: Options) throws(TerminalError) {
    guard !Terminal.isInUse else { throw .alreadyOpen }
    guard isatty(STDIN_FILENO) == 1, let discipline = LineDiscipline(of: STDIN_FILENO) else {
      throw .notATerminal(.standardInput)
    }
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal(.standardOutput) }
    let codeset = Codeset.fromEnvironment()
    glyphs = codeset.glyphs
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
    inputSource = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    Terminal.isInUse = true
    listen()
  }

  /// Shows a frame. An equal frame costs no system call, any other one write; it is cut to the terminal's size.
  public func draw(_ frame: Frame) {
    guard isOpen else { return }
    screen.draw(frame)
  }

  /// Draws everything again, because something else has written on the screen.
  public func redraw() {
    guard isOpen else { return }
    screen.redraw()
  }

  /// Sends a text to the clipboard of the terminal, which takes it or not and does not say so. Answers false if it was not
  /// sent: it is too long, or this kind of terminal has no clipboard.
  public func copy(_ text: String) -> Bool {
    guard isOpen else { return false }
    return screen.copy(text)
  }

  /// Rings the bell, or flashes if the terminal has none.
  public func bell() {
    guard isOpen else { return }
    beep()
  }

  /// Has the terminal show a notification on the desktop, if it knows how to; it does not say so.
  public func notify(_ notification: DesktopNotification) {
    guard isOpen else { return }
    screen.notify(notification)
  }

  /// Whether clicks and the wheel are reported. While they are not, people can select and copy text with the mouse.
  public var usesMouse: Bool {
    get { screen.usesMouse }
    set {
      guard isOpen else { return }
      screen.setMouse(newValue)
    }
  }

  /// Stops the program, as Ctrl-Z does, with the screen given back; returns when it goes on, and says `.resumed`.
  public func suspend() {
    guard isOpen else { return }
    screen.leave()
    signals.withDefaultActions(for: [SIGTSTP, SIGCONT]) { ProcessEnd.raiseUnblocked(SIGTSTP) }
    resume()
  }

  /// Gives the terminal back as it was, with what was written to standard error meanwhile. A second call does nothing.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    inputSource.cancel()
    screen.close()
    signals.close()
    Terminal.isInUse = false
  }

  private func listen() {
    inputSource.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.readInput() }
    }
    inputSource.resume()
    signals.onSignal = { [weak self] in self?.receive($0) }
    readAhead()
  }

  /// Reads before anything was typed, because ncurses switches the keypad on only when it reads, and the first key would
  /// come in another encoding. What was typed already has then left the descriptor, and the source will not call for it.
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
      inputSource.cancel()
      onEvent(.hangUp)
    } else {
      deliver(units)
    }
  }

  private func deliver(_ units: [InputUnit]) {
    let moreMayWait = units.count >= Keyboard.drainLimit
    let events = decoder.decode(units, isWholeDrain: !moreMayWait)
    for (index, event) in events.enumerated() {
      guard isOpen else { return }
      hasMoreInput = index + 1 < events.count
      onEvent(.input(event))
    }
    if moreMayWait { onNextTurn { $0.readInput() } }
  }

  private func receive(_ signal: Int32) {
    guard isOpen else { return }
    screen.coverCurrentThread()
    switch signal {
    case SIGWINCH: takeSize()
    case SIGTSTP: suspend()
    case SIGCONT: resume()
    default: onEvent(.interrupt(signal: signal))
    }
  }

  /// Also after a stop that could not be caught.
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
