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

  private let output: StandardOutput
  private let teller: Teller
  private let signals: SignalPipe
  private let changes = ChangeBell()
  private var notices: NoticeDesk?

  /// - Parameters:
  ///   - style: How changes are told on standard output.
  ///   - isQuiet: Whether remarks about runs are kept from standard error.
  init(_ board: Board, style: Teller.Style, isQuiet: Bool) throws(TerminalError) {
    let ending = Ending()
    let output = StandardOutput { ending.outputFailed($0) }
    self.output = output
    let escalation = SignalEscalation { output.stopWaiting() }
    signals = try SignalPipe(signals: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { escalation.take($0) }
    let teller = Teller(style, to: output)
    self.teller = teller
    var environment = JobEnvironment.live()
    environment.commands = CommandRunner(lineByteLimit: 1 << 20)
    interlocking = Interlocking(board, environment: environment)
    for job in interlocking.jobs {
      job.output.follow { [weak job, output] lines in
        guard let job else { return }
        if !isQuiet && !output.isBroken { Message.write(notes: lines, of: job.id) }
        teller.tell(lines.shown, of: job)
      }
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

  /// Tells the last changes and ends the program; unless it is ending already.
  func end(_ code: Int32) async {
    guard !isLeaving else { return }
    isLeaving = true
    teller.tell(Situation(interlocking))
    await stopAll()
    Message.writeSurvivors()
    exit(code)
  }

  /// Cancels what runs, waits for it, and ends by the signal. The second time nothing is waited for.
  func leave(bySignal signal: Int32) {
    output.stopWaiting()
    if isLeaving { SignalEscalation.end(bySignal: signal) }
    isLeaving = true
    Task {
      await stopAll()
      teller.tell(Situation(interlocking))
      SignalEscalation.end(bySignal: signal)
    }
  }

  /// Cancelling once is enough: a run that was accepted before and has not begun does not begin any more.
  private func stopAll() async {
    interlocking.stopRepeats()
    notices?.close()
    interlocking.cancelAll()
    await wait { interlocking.running.isEmpty }
    await notices?.waitUntilEnded()
  }

  private func changed() {
    teller.tell(Situation(interlocking))
    changes.ring()
  }

  fileprivate func outputFailed(_ code: Int32) {
    if code == EPIPE { return leave(bySignal: SIGPIPE) }
    Message.write("cannot write to standard output: \(String(cString: strerror(code)))")
    Task { await end(ExitStatus.failed) }
  }
}

/// Carries the failure of standard output from the writing thread to the board.
private final class Ending: @unchecked Sendable {
  /// Set before anything is written.
  weak var board: HeadlessBoard?

  func outputFailed(_ code: Int32) {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.board?.outputFailed(code) } }
  }
}

extension [OutputLine] {
  /// What is worth printing where nothing can be overwritten: a line whose successor takes its place is left out.
  fileprivate var shown: [String] {
    let lines = filter { !$0.isNote }
    return lines.indices
      .filter { $0 + 1 == lines.endIndex || !lines[$0 + 1].overwrites }
      .map { lines[$0].text }
  }
}
