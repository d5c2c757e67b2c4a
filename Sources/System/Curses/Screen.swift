internal import CNcurses
internal import Processes
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The screen of ncurses, and everything that has to be undone when it is released.
@MainActor
final class Screen {
  let keyboard: Keyboard
  private(set) var size: Size
  /// The name of the terminal in terminfo.
  let name: String
  /// The glyphs that the terminal can draw.
  let glyphs: GlyphSet

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
  private var shown: Frame?
  /// The rows that have a character in several cells of ncurses. They are drawn whole or not at all.
  private var dividedRows: Set<Int> = []
  private let usesUnicode: Bool
  private var isOurs = true

  init(options: Terminal.Options, codeset: Codeset, discipline: LineDiscipline) throws(TerminalError) {
    guard let wanted = options.name, !wanted.isEmpty, let (name, handle) = Screen.open(wanted) else {
      // Without a descriptor, its entry cannot be read.
      if let exhaustion = DescriptorLimit.exhaustion { throw .noDescriptor(exhaustion) }
      throw .unknownTerminal(name: options.name ?? "")
    }
    // ncurses also starts on terminals that cannot be drawn on. Nothing has been written yet, and `endwin`
    // would write.
    guard curses_capability("cup") != nil else {
      discipline.apply()
      curses_close(handle)
      throw .cannotAddressCursor(name: name)
    }
    guard let window = curses_standard_window(), let keyboard = Keyboard() else {
      endwin()
      throw .refused(call: "newpad", errno: errno)
    }
    self.name = name
    self.handle = handle
    self.window = window
    self.keyboard = keyboard
    self.discipline = discipline
    isOfXtermKind = ModeTable.Mode.isOfferedByTerminal()
    multiplexer = options.multiplexer
    notificationSequence = options.notificationSequence
    glyphs = options.usesOnlyASCII ? .ascii : codeset.glyphs(onTerminal: name)
    size = WindowSize.of(STDOUT_FILENO) ?? Size(width: 80, height: 24)
    Screen.setUpLine()
    palette = Palette(usesColor: options.usesColor, theme: options.theme)
    rowBuffer = RowBuffer(codeset: codeset)
    usesUnicode = codeset == .utf8 && !options.usesOnlyASCII && glyphs == .unicode
    curs_set(0)
    curses_leave_cursor(window)
    typeahead(-1)
    // It would replace colours that the user has set by escape sequences, at the start and after each Ctrl-Z.
    Capability.silence("oc")
    // After this, ncurses 6.4 writes each frame in a single write; otherwise, each cursor movement is a
    // write. The alternate screen stays.
    Capability.silencing(["smcup", "rmcup"]) {
      endwin()
      doupdate()
    }
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

  /// Starts ncurses on a terminal, or on one that resembles it if terminfo does not know it.
  private static func open(_ name: String) -> (name: String, handle: OpaquePointer)? {
    for name in [name] + TerminalFallback.entries(for: name) {
      if let handle = OutputBuffer.withRoomForFrames({ curses_open(name) }) { return (name, handle) }
    }
    return nil
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
    guard isOurs else { return }
    crashGuard.coverCurrentThread()
    let rows = frame.changedRows(since: shown)
    guard !rows.isEmpty else { return }
    // A frame of another size may not cover all cells of the previous one.
    if shown?.size != frame.size { curses_erase(window) }
    for y in rows.prefix(size.height) {
      let wasDivided = dividedRows.contains(y)
      let row = frame.row(y)
      let columns = wasDivided ? 0..<row.count : frame.changedColumns(ofRow: y, since: shown)
      let isDivided = rowBuffer.put(
        row.dropFirst(columns.lowerBound).prefix(columns.count), at: Point(x: columns.lowerBound, y: y),
        room: size.width - columns.lowerBound, into: window, palette: &palette)
      if isDivided || wasDivided { curses_forget_row(window, Int32(y)) }
      if isDivided != wasDivided { dividedRows.formSymmetricDifference([y]) }
    }
    shown = frame
    curses_update(window)
  }

  /// Copies text to the clipboard of the terminal. Returns false if it is too long, or if the terminal might
  /// print it.
  func copy(_ text: String) -> Bool {
    guard isOfXtermKind, isOurs, let bytes = Clipboard.bytes(for: text, through: multiplexer) else {
      return false
    }
    writeDirectly(bytes)
    return true
  }

  func redraw() {
    guard isOurs else { return }
    curses_forget_picture()
    curses_update(window)
  }

  /// Asks the terminal what it draws whole, unless it could not. Returns whether it may answer. Only before
  /// the first picture: the last row must be blank.
  func askWidths() -> Bool {
    guard isOfXtermKind, isOurs, usesUnicode, size.height > 1 else { return false }
    writeDirectly(WidthQuestion.bytes(inRow: size.height - 1))
    return true
  }

  /// Requests a notification, unless the terminal might print the sequence.
  func notify(_ notification: DesktopNotification) {
    guard isOfXtermKind, isOurs else { return }
    writeDirectly(multiplexer.wrapping(notification.bytes(notificationSequence, glyphs: glyphs)))
  }

  /// Updates the size from the terminal.
  func takeSize() {
    guard let new = WindowSize.of(STDOUT_FILENO), new != size else { return }
    size = new
    resize_term(Int32(new.height), Int32(new.width))
    // The content of a terminal after a change of size is undefined.
    curses_forget_picture()
    shown = nil
  }

  /// Releases the screen until `enter` is called.
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

  /// Leaves the screen to a program that is shown on it, until `takeBack` is called. A crash still restores
  /// the terminal.
  func lend() {
    guard isOurs else { return }
    isOurs = false
    writeDirectly(modes.ownOffBytes)
    def_prog_mode()
    endwin()
    discipline.apply()
    crashGuard.setResetBytes(TerminalModes.usualResettingBytes)
  }

  func takeBack() {
    crashGuard.setResetBytes(modes.resetBytes)
    showAgain()
  }

  /// Takes over the screen again, even if another program changed the terminal in the meantime.
  func enter() {
    capture?.begin()
    crashGuard.setArmed(true)
    showAgain()
  }

  private func showAgain() {
    isOurs = true
    reset_prog_mode()
    writeDirectly(modes.ownOnBytes)
    redraw()
    // ncurses has read its size again; exported values of `LINES` and `COLUMNS` would truncate the picture.
    resize_term(Int32(size.height), Int32(size.width))
    if let frame = shown {
      shown = nil
      draw(frame)
    }
  }

  /// Releases the screen for good. Each step runs even if an earlier one fails.
  func close() {
    writeDirectly(modes.ownOffBytes)
    clearRowOfShell()
    endwin()
    // Mouse reports that have not been read must not reach the shell.
    tcflush(STDIN_FILENO, TCIFLUSH)
    discipline.apply()
    crashGuard.disarm()
    capture?.close()
    keyboard.close()
    curses_close(handle)
  }

  /// Without an alternate screen the picture stays, and the shell continues in its last row.
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

  /// Keys are delivered one by one, without echo and without translating Enter; only Ctrl-Z and Ctrl-\
  /// send signals.
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
