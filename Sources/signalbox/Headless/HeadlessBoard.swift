internal import Board
internal import Curses
internal import Foundation
internal import Jobs
internal import SignalboxCore

/// A board at work without a screen: tells changes, and ends cleanly whatever ends it.
@MainActor
final class HeadlessBoard {
  let interlocking: Interlocking
  /// Set once the end has begun: nothing more is to be started.
  private(set) var isLeaving = false

  private let output: OutputQueue
  /// What is said to the person. It is `output` when both lead to the same place, so that their order stays.
  private let messages: OutputQueue
  private let teller: Teller
  private let signals: SignalPipe
  private let changes = ChangeBell()
  private var notices: NoticeDesk?

  /// - Parameters:
  ///   - style: How changes are told on standard output.
  ///   - isQuiet: Whether remarks about runs are kept from standard error.
  init(_ board: Board, style: Teller.Style, isQuiet: Bool) throws(TerminalError) {
    let ending = Ending()
    let output = OutputQueue(STDOUT_FILENO) {
      ending.outputFailed($0)
    } onResume: {
      ending.outputResumed()
    }
    let messages =
      StandardOutput.isStandardError
      ? output
      : OutputQueue(STDERR_FILENO) { code in
        // Without a reader our own messages are lost and nothing else; a command would be ended.
        if case .bytes = style { ending.outputFailed(code) }
      }
    let teller = Teller(style) { output.write($0) }
    self.output = output
    self.messages = messages
    let escalation = SignalEscalation {
      for queue in [output, messages] { queue.stopWaiting() }
    }
    signals = try SignalPipe(signals: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { escalation.take($0) }
    self.teller = teller
    var environment = JobEnvironment.live()
    var commands = CommandRunner(lineByteLimit: 1 << 20)
    // What takes another way than its lines needs no more of them than a panel.
    if case .bytes = style { commands.lineByteLimit = 4096 }
    commands.pauses = false
    commands.flow = output.flow
    environment.commands = commands
    // Nobody looks at them: they are for the value of an action, which is the last of them that is not blank.
    environment.keptLines = 100
    interlocking = Interlocking(board, environment: environment)
    for job in interlocking.jobs {
      job.output.follow(needsEveryLine: teller.tellsLines(of: job.id)) { [weak job] lines in
        guard let job else { return }
        if !isQuiet && !output.isBroken { messages.write(remark: Message.text(notes: lines, of: job.id)) }
        teller.tell(lines, of: job)
      }
    }
    if case .bytes(let id) = style {
      interlocking[id]?.output.tap = PassThrough.tap(
        output: output, error: messages, errorIsTerminal: isatty(STDERR_FILENO) == 1)
    }
    interlocking.onChange = { [weak self] in self?.changed() }
    ending.board = self
    signals.onSignal = { [weak self] in self?.leave(bySignal: $0) }
    teller.tell(Situation(interlocking))
  }

  /// From now on runs the commands that are to be told of changes. There is no terminal to ring a bell.
  func runNoticeCommands() { notices = NoticeDesk(interlocking) }

  /// Tells every action as it is now; people have `signalbox list` for that.
  func tellAll() {
    guard case .json = teller.style else { return }
    teller.tell(Situation(interlocking).actions.map { .action($0) })
  }

  /// Tells that an action was not started.
  func tellRefusal(of id: String) {
    guard case .json = teller.style else { return }
    teller.tell(Situation(interlocking).refusals(of: id))
  }

  /// Returns at once when the condition holds, else in the turn after the change that makes it hold.
  func wait(until condition: () -> Bool) async {
    while !condition() { await waitForChange() }
  }

  func waitForChange() async { await changes.next() }

  /// Wakes those who wait for a change at a point in time, unless the task is cancelled before.
  func announceChange(at time: ContinuousClock.Instant) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(until: time, clock: .continuous)
      changes.ring()
    }
  }

  /// Says something to the person, after all that was said and told before.
  func say(_ text: String) { messages.write(Message.bytes(text)) }

  /// Tells the last changes and ends the program; unless it is ending already.
  func end(_ code: Int32) async {
    guard !isLeaving else { return }
    isLeaving = true
    teller.tell(Situation(interlocking))
    await stopAll()
    await messages.flush()
    // What was written last may be what could not be written.
    let failure = await output.flush()
    if failure == EPIPE { SignalEscalation.end(bySignal: SIGPIPE) }
    Message.writeSurvivors()
    exit(failure == nil ? code : ExitStatus.failed)
  }

  /// Cancels what runs, waits for it, and ends by the signal. The second time nothing is waited for.
  func leave(bySignal signal: Int32) {
    for queue in [output, messages] { queue.stopWaiting() }
    if isLeaving { SignalEscalation.end(bySignal: signal) }
    isLeaving = true
    Task {
      await stopAll()
      teller.tell(Situation(interlocking))
      for queue in [messages, output] { await queue.flush(atMost: Self.lastPatience) }
      SignalEscalation.end(bySignal: signal)
    }
  }

  /// How long a reader has for the last of the output when a signal ends the program.
  private static let lastPatience = DispatchTimeInterval.milliseconds(200)

  /// Cancelling once is enough: a run that was accepted before and has not begun does not begin any more.
  private func stopAll() async {
    interlocking.stopRepeats()
    notices?.close()
    interlocking.cancelAll()
    await wait { interlocking.running.isEmpty }
    await notices?.waitUntilEnded()
  }

  /// What changes while the reader is behind is told as one change when it has caught up: so a reader that never reads
  /// costs no memory.
  private func changed() {
    if !output.flow.isHeld { teller.tell(Situation(interlocking)) }
    changes.ring()
  }

  fileprivate func outputResumed() { changed() }

  fileprivate func outputFailed(_ code: Int32) {
    if code == EPIPE { return leave(bySignal: SIGPIPE) }
    say("cannot write to standard output: \(String(cString: strerror(code)))")
    Task { await end(ExitStatus.failed) }
  }
}

/// Carries the news of standard output from the writing thread to the board.
private final class Ending: @unchecked Sendable {
  /// Set before anything is written.
  weak var board: HeadlessBoard?

  func outputFailed(_ code: Int32) {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.board?.outputFailed(code) } }
  }

  func outputResumed() {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.board?.outputResumed() } }
  }
}
