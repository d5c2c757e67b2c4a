internal import CNcurses
internal import Processes
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The screen of ncurses, with everything that has to be undone when it is given back.
@MainActor
final class Screen {
  let keyboard: Keyboard
  private(set) var size: Size

  private let handle: OpaquePointer
  private let window: OpaquePointer
  private let discipline: LineDiscipline
  private let capture: StandardErrorCapture?
  private let crashGuard: CrashGuard
  private var modes = ModeTable()
  private var palette: Palette
  private var rowBuffer: RowBuffer
  private let isOfXtermKind: Bool
  private let multiplexer: Multiplexer
  private let notificationSequence: DesktopNotification.Sequence
  private let glyphs: GlyphSet
  private var shown: Frame?
  private var isOurs = true

  init(options: Terminal.Options, codeset: Codeset, discipline: LineDiscipline) throws(TerminalError) {
    guard let name = options.name, !name.isEmpty,
      let handle = OutputBuffer.withRoomForFrames({ curses_open(name) })
    else {
      throw .unknownTerminal(name: options.name ?? "")
    }
    // ncurses starts on a terminal that cannot be drawn on. Nothing was written yet, and `endwin` would write.
    guard curses_capability("cup") != nil else {
      discipline.apply()
      curses_close(handle)
      throw .cannotAddressCursor(name: name)
    }
    guard let window = curses_standard_window(), let keyboard = Keyboard() else {
      endwin()
      throw .refused(call: "newpad", errno: errno)
    }
    self.handle = handle
    self.window = window
    self.keyboard = keyboard
    self.discipline = discipline
    isOfXtermKind = ModeTable.Mode.isOfferedByTerminal()
    multiplexer = options.multiplexer
    notificationSequence = options.notificationSequence
    glyphs = codeset.glyphs
    size = WindowSize.of(STDOUT_FILENO) ?? Size(width: 80, height: 24)
    Screen.setUpLine()
    palette = Palette(usesColor: options.usesColor, theme: options.theme)
    rowBuffer = RowBuffer(codeset: codeset)
    curs_set(0)
    curses_leave_cursor(window)
    typeahead(-1)
    // From here on ncurses 6.4 writes a frame at once; without it, each jump of the cursor is a write.
    endwin()
    doupdate()
    OutputBuffer.shrinkScreen(to: size)
    capture = StandardErrorCapture()
    crashGuard = CrashGuard(discipline: discipline, output: STDOUT_FILENO, capture: capture)
    let modesOfCurses: [ModeTable.Mode?] = [
      .alternateScreen(), .scrollRegion(), .keypad(), .hiddenCursor(), .style(),
    ]
    for case let mode? in modesOfCurses { modes.add(mode) }
    if isOfXtermKind { modes.add(.bracketedPaste) }
    crashGuard.setResetBytes(modes.resetBytes)
    writeDirectly(modes.ownOnBytes)
    setMouse(options.usesMouse)
  }

  /// Whether the terminal reports clicks and the wheel.
  var usesMouse: Bool { modes.contains(.mouse) }

  func setMouse(_ isOn: Bool) {
    guard isOfXtermKind, isOn != usesMouse else { return }
    if isOn { modes.add(.mouse) } else { modes.remove(.mouse) }
    crashGuard.setResetBytes(modes.resetBytes)
    writeDirectly(isOn ? ModeTable.Mode.mouse.on : ModeTable.Mode.mouse.off)
  }

  func draw(_ frame: Frame) {
    crashGuard.coverCurrentThread()
    let rows = frame.changedRows(since: shown)
    guard !rows.isEmpty else { return }
    // A frame of another size may leave cells of the earlier one uncovered.
    if shown?.size != frame.size { curses_erase(window) }
    for y in rows.prefix(size.height) {
      rowBuffer.put(frame.row(y), at: y, width: size.width, into: window, palette: &palette)
    }
    shown = frame
    curses_update(window)
  }

  /// Sends a text to the clipboard of the terminal; false if it is too long, or the terminal might print it instead.
  func copy(_ text: String) -> Bool {
    guard isOfXtermKind, let bytes = Clipboard.bytes(for: text, through: multiplexer) else { return false }
    writeDirectly(bytes)
    return true
  }

  func redraw() {
    curses_forget_picture()
    curses_update(window)
  }

  /// Asks for a notification, unless the terminal might print what asks for it.
  func notify(_ notification: DesktopNotification) {
    guard isOfXtermKind, isOurs else { return }
    writeDirectly(multiplexer.wrapping(notification.bytes(notificationSequence, glyphs: glyphs)))
  }

  /// Takes over the size that the terminal has now.
  func takeSize() {
    guard let new = WindowSize.of(STDOUT_FILENO), new != size else { return }
    size = new
    resize_term(Int32(new.height), Int32(new.width))
    // What a terminal shows after a change of size is its own affair.
    curses_forget_picture()
    shown = nil
  }

  /// Gives the screen back for a while.
  func leave() {
    guard isOurs else { return }
    isOurs = false
    writeDirectly(modes.ownOffBytes)
    clearRowOfShell()
    def_prog_mode()
    endwin()
    discipline.apply()
    crashGuard.setArmed(false)
    capture?.replay()
  }

  /// Takes the screen again, also when somebody else has changed the terminal while we were stopped.
  func enter() {
    isOurs = true
    capture?.begin()
    crashGuard.setArmed(true)
    reset_prog_mode()
    writeDirectly(modes.ownOnBytes)
    redraw()
    // ncurses has asked for its size again, and an exported LINES would have cut the picture.
    resize_term(Int32(size.height), Int32(size.width))
    if let frame = shown {
      shown = nil
      draw(frame)
    }
  }

  /// Gives everything back. Each step runs, whatever became of the one before.
  func close() {
    writeDirectly(modes.ownOffBytes)
    clearRowOfShell()
    endwin()
    // Reports of the mouse that nobody has read must not reach the shell.
    tcflush(STDIN_FILENO, TCIFLUSH)
    discipline.apply()
    crashGuard.disarm()
    capture?.close()
    keyboard.close()
    curses_close(handle)
  }

  /// Where there is no alternate screen the picture stays, and the shell goes on in its last row.
  private func clearRowOfShell() {
    guard curses_capability("smcup") == nil else { return }
    curses_clear_row(window, Int32(size.height - 1))
    curses_update(window)
  }

  func setCrashAction(_ action: (@convention(c) () -> Void)?) {
    crashGuard.setAction(action)
  }

  func coverCurrentThread() {
    crashGuard.coverCurrentThread()
  }

  /// Keys come one by one, unseen, with Enter as it is; signals of the keyboard stay signals.
  private static func setUpLine() {
    cbreak()
    noecho()
    nonl()
    intrflush(nil, false)
    guard var line = LineDiscipline(of: STDIN_FILENO) else { return }
    line.allowControlKeys()
    line.apply()
    def_prog_mode()
  }

  private func writeDirectly(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Descriptor.write($0, to: STDOUT_FILENO) }
  }
}
