public import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A program on a terminal that exists only in memory: send keys, see the screen, wait for what should appear.
///
///     let terminal = try PseudoTerminal(Program("/usr/bin/less", arguments: ["notes"]))
///     try terminal.waitUntil("the prompt") { $0.text.hasSuffix(":") }
///     terminal.send("q")
///     #expect(try terminal.waitForEnd() == .exited(0))
///
/// Nothing here sleeps: every wait is a `poll` with a deadline. The program is killed when the value is let go.
public final class PseudoTerminal {
  public private(set) var screen: VTScreen
  /// Everything the program wrote, in order.
  public private(set) var output: [UInt8] = []
  /// How many reads that took. A program's write comes in one read or, if we are late, together with the next.
  public private(set) var readCount = 0
  /// Process number of the program.
  public let processIdentifier: Int32
  /// How the line was set up before the program started.
  public let initialLineSettings: LineSettings?
  /// Lives as long as the terminal, such as the directory that the program runs in.
  public var surroundings: AnyObject?

  private let child: ChildProcess
  private var isHungUp = false
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

  /// Types text; `"\u{1B}[A"` is the up arrow as most terminals send it.
  public func send(_ text: String) {
    send(Array(text.utf8))
  }

  /// Types bytes, which need not be valid text. What the program writes meanwhile is read: if both only wrote, each would
  /// wait for the other.
  public func send(_ bytes: [UInt8], timeout: Duration = .patience) {
    let deadline = Deadline(after: timeout)
    var rest = bytes[...]
    while !rest.isEmpty, !isHungUp, !isOutputOver {
      let count = rest.withUnsafeBytes { write(child.controller, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      guard errno == EAGAIN || errno == EINTR else { return }
      let events = deadline.wait(for: POLLIN | POLLOUT, on: child.controller)
      // Nobody is left who could read the rest, or nobody has in time.
      if events & (POLLIN | POLLOUT) == 0 { return }
      if events & POLLIN != 0 { read() }
    }
  }

  /// Sends the program a signal.
  public func signal(_ signal: Int32) {
    kill(child.identifier, signal)
  }

  /// Gives the terminal another size; the system tells the program by WINCH.
  public func resize(to size: Size) {
    var window = winsize()
    window.ws_col = UInt16(size.width)
    window.ws_row = UInt16(size.height)
    screen.resize(to: size)
    _ = ioctl(child.controller, UInt(TIOCSWINSZ), &window)
  }

  /// Closes our end, as when a terminal's window is closed.
  public func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    close(child.controller)
  }

  /// Writes on the screen as another program would that shares the terminal.
  public func writeBehindTheProgram(_ text: String) {
    screen.write(text)
  }

  /// How the line is set up (`termios`), to be compared.
  public var lineSettings: LineSettings? { LineSettings(descriptor: child.controller) }

  /// Reads until a condition on the screen holds.
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

  /// Waits until a text stands on the screen.
  public func waitFor(_ text: String, timeout: Duration = .patience) throws {
    try waitUntil("\"\(text)\"", timeout: timeout) { $0.text.contains(text) }
  }

  /// Waits until the line is set up in this way. Nobody is told of it, so it is asked again and again.
  public func waitForLine(_ settings: LineSettings?, timeout: Duration = .patience) throws {
    let deadline = Deadline(after: timeout)
    while lineSettings != settings {
      guard !isOutputOver else {
        throw PseudoTerminalError.ended(waitingFor: "the line", screen: screen.text)
      }
      guard !deadline.isOver else {
        throw PseudoTerminalError.timedOut(waitingFor: "the line", screen: screen.text)
      }
      if deadline.waitUntilReadable(child.controller, atMost: .milliseconds(10)) { read() }
    }
  }

  /// Waits a while in which the program should write nothing, and reads what it wrote all the same. True if that was
  /// nothing.
  public func isSilent(for duration: Duration) -> Bool {
    let isReadable = Deadline(after: duration).waitUntilReadable(child.controller)
    if isReadable { read() }
    return !isReadable
  }

  /// Reads what the program has written, without waiting for more.
  public func readAvailable() {
    while !isOutputOver, !isHungUp, !isSilent(for: .zero) {}
  }

  /// True if the program has ended, without waiting for it.
  public var hasEnded: Bool {
    if outcome == nil {
      var status: Int32 = 0
      if waitpid(child.identifier, &status, WNOHANG) == child.identifier { outcome = Outcome(status: status) }
    }
    return outcome != nil
  }

  /// Reads until the program has written nothing for a while.
  public func settle(for duration: Duration = .milliseconds(100)) {
    while !isOutputOver, !isSilent(for: duration) {}
  }

  /// Reads the rest of the output and waits for the end of the program.
  public func waitForEnd(timeout: Duration = .patience) throws -> Outcome {
    let deadline = Deadline(after: timeout)
    while !isOutputOver, !isHungUp, deadline.waitUntilReadable(child.controller) { read() }
    while !hasEnded {
      if deadline.isOver { throw PseudoTerminalError.timedOut(waitingFor: "the end", screen: screen.text) }
      // There is no descriptor to wait on that is the same on every system.
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
      // The end of a pseudo-terminal is 0 on some systems, and the error EIO on Linux.
      isOutputOver = count == 0 || (errno != EINTR && errno != EAGAIN)
      return
    }
    readCount += 1
    output.append(contentsOf: buffer[..<count])
    screen.write(buffer[..<count])
  }
}
