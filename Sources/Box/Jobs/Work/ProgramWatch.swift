internal import Board
internal import Programs
internal import SignalboxCore

/// What a service needs to know of its program: that it runs, and that it has printed a certain line.
final class ProgramWatch: Sendable {
  /// The line that makes the service ready; nil if none does.
  private let readyLine: LinePattern?
  private let running = Gate()
  private let started = Locked<Int32?>(nil)
  private let printed = Gate()

  init(_ condition: ReadyCondition?) {
    if case .line(let pattern) = condition { readyLine = pattern } else { readyLine = nil }
  }

  /// Whether the next line can be the one that makes the service ready.
  var needsEveryLine: Bool { readyLine != nil && !printed.isOpen }

  /// The process of the program; nil until it runs.
  var process: Int32? { started.withLock { $0 } }

  /// The program runs, as this process.
  func programStarted(_ process: Int32) {
    started.withLock { $0 = process }
    running.open()
  }

  /// Takes the next lines of the output.
  func read(_ lines: [OutputLine]) {
    guard let readyLine, !printed.isOpen, lines.contains(where: { readyLine.matches($0.text) }) else {
      return
    }
    printed.open()
  }

  /// Returns when the program runs, or the task is cancelled.
  func waitUntilRunning() async { await running.wait() }

  /// Returns when the line has been printed, or the task is cancelled.
  func waitForLine() async { await printed.wait() }
}

/// Lets one task wait until it is opened, once.
private final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let opened = Locked(false)

  init() { (stream, continuation) = AsyncStream.makeStream() }

  var isOpen: Bool { opened.withLock { $0 } }

  func open() {
    opened.withLock { $0 = true }
    continuation.finish()
  }

  func wait() async { for await _ in stream {} }
}
