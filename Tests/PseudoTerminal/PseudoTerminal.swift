public import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A program on a terminal in memory. A test can send keys, read the screen, and wait for texts to appear.
///
///     let terminal = try PseudoTerminal(Program("/usr/bin/less", arguments: ["notes"]))
///     try terminal.waitUntil("the prompt") { $0.text.hasSuffix(":") }
///     terminal.send("q")
///     #expect(try terminal.waitForEnd() == .exited(0))
///
/// No method sleeps: every wait is a `poll` with a deadline. When the object is deallocated, the program is
/// killed.
public final class PseudoTerminal {
  public private(set) var screen: VTScreen
  /// All output of the program, in order.
  public private(set) var output: [UInt8] = []
  /// The number of reads of that output. Each write of the program is returned by one read, possibly together
  /// with later writes.
  public private(set) var readCount = 0
  /// The process identifier of the program.
  public let processIdentifier: Int32
  /// The settings of the terminal line before the program was started.
  public let initialLineSettings: LineSettings?
  /// An object that must live as long as the terminal, such as the directory in which the program runs.
  public var surroundings: AnyObject?
  /// Whether the terminal reports its cursor when the program asks.
  public var answersReports = true

  private let child: ChildProcess
  private var isHungUp = false
  /// While bytes are sent, a report would come in the middle of them.
  private var isSending = false
  private var isOutputOver = false
  private var outcome: Outcome?

  public init(_ program: Program, size: Size = Size(width: 80, height: 24)) throws {
    screen = VTScreen(size: size)
    child = try ChildProcess(program, size: size)
    processIdentifier = child.identifier
    initialLineSettings = child.initialLineSettings
  }

  deinit {
    hangUp()
    guard outcome == nil else { return }
    kill(child.identifier, SIGKILL)
    waitpid(child.identifier, nil, 0)
  }

  /// Types a text; `"\u{1B}[A"` is the up arrow as sent by most terminals.
  public func send(_ text: String) {
    send(Array(text.utf8))
  }

  /// Types bytes, which need not be valid text. Meanwhile, reads what the program writes; otherwise both
  /// sides could block each other by writing.
  public func send(_ bytes: [UInt8], timeout: Duration = .patience) {
    let deadline = Deadline(after: timeout)
    isSending = true
    defer {
      isSending = false
      if answersReports { answerReports() }
    }
    var rest = bytes[...]
    while !rest.isEmpty, !isHungUp, !isOutputOver {
      let count = rest.withUnsafeBytes { write(child.controller, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      guard errno == EAGAIN || errno == EINTR else { return }
      let events = deadline.wait(for: POLLIN | POLLOUT, on: child.controller)
      // The program is gone, or has not read the rest in time.
      if events & (POLLIN | POLLOUT) == 0 { return }
      if events & POLLIN != 0 { read() }
    }
  }

  /// Sends a signal to the program.
  public func signal(_ signal: Int32) {
    kill(child.identifier, signal)
  }

  /// Resizes the terminal. The system sends SIGWINCH to the program.
  public func resize(to size: Size) {
    var window = winsize()
    window.ws_col = UInt16(size.width)
    window.ws_row = UInt16(size.height)
    screen.resize(to: size)
    _ = ioctl(child.controller, UInt(TIOCSWINSZ), &window)
  }

  /// Closes the controlling end, as when a terminal window is closed.
  public func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    close(child.controller)
  }

  /// Writes to the screen, as if another program that shares the terminal did so.
  public func writeBehindTheProgram(_ text: String) {
    screen.write(text)
  }

  /// The current settings of the terminal line (`termios`).
  public var lineSettings: LineSettings? { LineSettings(descriptor: child.controller) }

  /// Lets the line be edited and echoed, as if another program that shares the terminal had set that.
  public func makeLineCanonical() {
    var settings = termios()
    guard tcgetattr(child.controller, &settings) == 0 else { return }
    settings.c_lflag |= tcflag_t(ICANON | ECHO)
    tcsetattr(child.controller, TCSANOW, &settings)
  }

  /// Reads output until the screen satisfies a condition.
  public func waitUntil(
    _ what: String, timeout: Duration = .patience, _ condition: (VTScreen) -> Bool
  ) throws {
    let deadline = Deadline(after: timeout)
    while !condition(screen) {
      guard !isOutputOver else { throw PseudoTerminalError.ended(waitingFor: what, screen: screen.text) }
      guard deadline.waitUntilReadable(child.controller) else {
        throw PseudoTerminalError.timedOut(waitingFor: what, screen: screen.text)
      }
      read()
    }
  }

  /// Waits until a text is on the screen.
  public func waitFor(_ text: String, timeout: Duration = .patience) throws {
    try waitUntil("\"\(text)\"", timeout: timeout) { $0.text.contains(text) }
  }

  /// Waits until the terminal line has these settings. There is no event for this change, so it is polled.
  public func waitForLine(_ settings: LineSettings?, timeout: Duration = .patience) throws {
    let deadline = Deadline(after: timeout)
    while lineSettings != settings {
      guard !isOutputOver else {
        throw PseudoTerminalError.ended(waitingFor: "the line settings", screen: screen.text)
      }
      guard !deadline.isOver else {
        throw PseudoTerminalError.timedOut(waitingFor: "the line settings", screen: screen.text)
      }
      if deadline.waitUntilReadable(child.controller, atMost: .milliseconds(10)) { read() }
    }
  }

  /// Waits for a duration in which the program should not write. Reads the output if it does. Returns true if
  /// there was none.
  public func isSilent(for duration: Duration) -> Bool {
    let isReadable = Deadline(after: duration).waitUntilReadable(child.controller)
    if isReadable { read() }
    return !isReadable
  }

  /// Reads the available output without waiting for more.
  public func readAvailable() {
    while !isOutputOver, !isHungUp, !isSilent(for: .zero) {}
  }

  /// True if the program has ended. Does not wait.
  public var hasEnded: Bool {
    if outcome == nil {
      var status: Int32 = 0
      if waitpid(child.identifier, &status, WNOHANG) == child.identifier { outcome = Outcome(status: status) }
    }
    return outcome != nil
  }

  /// Reads until the program has written nothing for this duration, and waits for something at the end of it.
  /// A program that is ready to run has only not had the processor. Returns false if it did not become silent
  /// in time.
  @discardableResult
  public func settle(for duration: Duration = .milliseconds(100)) -> Bool {
    let deadline = Deadline(after: .patience)
    while !isOutputOver, !isSilent(for: duration) || isReadyToRun {
      guard !deadline.isOver else { return false }
    }
    return true
  }

  /// True if the main thread of the program runs or could run. Always false on macOS, which does not say.
  private var isReadyToRun: Bool {
    guard let file = fopen("/proc/\(child.identifier)/stat", "r") else { return false }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 256)
    guard fgets(&text, Int32(text.count), file) != nil else { return false }
    // The name of the program, in brackets, may itself contain brackets and spaces.
    let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return line[(line.lastIndex(of: ")") ?? line.startIndex)...].hasPrefix(") R")
  }

  /// Reads the rest of the output, and waits for the program to end.
  public func waitForEnd(timeout: Duration = .patience) throws -> Outcome {
    let deadline = Deadline(after: timeout)
    while !isOutputOver, !isHungUp, deadline.waitUntilReadable(child.controller) { read() }
    while !hasEnded {
      guard !deadline.isOver else {
        throw PseudoTerminalError.timedOut(waitingFor: "the end of the program", screen: screen.text)
      }
      // There is no portable descriptor that becomes readable when a process ends.
      _ = poll(nil, 0, 1)
    }
    return outcome ?? .exited(-1)
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    #if canImport(Darwin)
    let count = Darwin.read(child.controller, &buffer, buffer.count)
    #else
    let count = Glibc.read(child.controller, &buffer, buffer.count)
    #endif
    guard count > 0 else {
      // At the end of a pseudo-terminal, `read` returns 0 on some systems, and fails with EIO on Linux.
      isOutputOver = count == 0 || (errno != EINTR && errno != EAGAIN)
      return
    }
    readCount += 1
    output.append(contentsOf: buffer[..<count])
    screen.write(buffer[..<count])
    if answersReports { answerReports() }
  }

  /// Sends the reports of the cursor that the program has asked for, unless it has stopped reading.
  public func answerReports() {
    guard !isSending else { return }
    let reports = Array(screen.takeReports().joined().utf8)
    guard !reports.isEmpty, !isHungUp else { return }
    _ = reports.withUnsafeBytes { write(child.controller, $0.baseAddress, $0.count) }
  }
}
