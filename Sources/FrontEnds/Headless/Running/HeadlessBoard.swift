package import Boundary
internal import Essentials
internal import Programs
internal import SignalboxCore
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A board at work without a screen: prints changes, and ends cleanly whatever ends it.
@MainActor
package final class HeadlessBoard {
  package private(set) var box: any Boundary.Box
  /// True once the end has begun; do not start anything then.
  package private(set) var isLeaving = false

  /// Whether what is printed appears on a terminal.
  var isOnTerminal: Bool { surroundings.isOnTerminal }
  var output: any OutputSink { surroundings.output }
  var messages: any OutputSink { surroundings.messages }
  private let printer: ChangePrinter
  private let surroundings: HeadlessSurroundings
  private let signals: AnyObject?
  private let changes = ChangeBell()
  private var visit: ProgramVisit?
  private var leaveTerminal: (@MainActor () -> Void)?
  private let stage = Stage()
  /// The actions whose lines are not printed as they come, but are a change.
  private let unprinted: Unprinted
  private var endReading: EndReading?
  private let follower: OutputFollower
  private let makeNextBox: @MainActor () async throws -> (any Boundary.Box)?

  /// - Parameters:
  ///   - style: How changes are printed.
  ///   - remarks: The remarks about runs that are written as messages.
  ///   - unprinted: The actions whose lines are only printed after ``showLines(of:)``.
  ///   - nextBox: Reaches the next box of the board, when the present one has ended; nil if there can be
  ///     none.
  ///   - makeBox: Creates the box of the board. Called when signals are already caught.
  package init(
    style: ChangePrinter.Style, remarks: Remarks, surroundings: HeadlessSurroundings,
    unprinted: Set<String> = [],
    nextBox: @escaping @MainActor () async throws -> (any Boundary.Box)? = { nil },
    makeBox: () -> any Boundary.Box
  ) throws {
    let (events, output, messages) = (surroundings.events, surroundings.output, surroundings.messages)
    let printer = ChangePrinter(style, windowSize: surroundings.windowSize, write: { output.write($0) })
    let escalation = SignalEscalation {
      for sink in [output, messages] { sink.stopWaiting() }
    } onLater: {
      surroundings.end(.signal($0))
    }
    signals = try surroundings.receiveSignals(
      { escalation.take($0) }, { events.board?.leave(bySignal: $0) })
    self.printer = printer
    self.surroundings = surroundings
    let stage = stage
    let hidden = Unprinted(unprinted)
    self.unprinted = hidden
    makeNextBox = nextBox
    box = makeBox()
    follower =
      OutputFollower(onlyRemarks: !printer.printsLines) { lines, action in
        for lines in stage.isTaken ? Stage.parts(of: lines) : [lines] {
          let remark = Message.text(remarks, among: lines, of: action.id)
          // The bytes of a command go another way than through `output`.
          let isUnread = !remark.isEmpty && (output.isBroken || output.hasNoReader)
          let shown = isUnread || stage.keeps(remark, of: action.id) ? [] : remark
          if !shown.isEmpty { printer.interrupt() }
          messages.write(remark: shown)
          if hidden.contains(action.id) {
            events.linesCame()
          } else if !stage.keeps(lines, of: action) {
            printer.print(lines, of: action)
          }
        }
      }
    followBox()
    events.board = self
    printer.print(box.situation)
  }

  private func followBox() {
    if let size = surroundings.windowSize() { box.attention = Attention(size: size) }
    box.follow(follower)
    box.onChange = { [weak self] in self?.changed() }
  }

  /// Goes on with the next box of the board, since the present one ends. Returns false if there is none,
  /// which it says, or if the program is ending.
  func goOnWithNextBox() async -> Bool {
    do {
      guard let next = try await makeNextBox(), !isLeaving else { return false }
      box.onChange = {}
      box = next
      followBox()
      changed()
      return true
    } catch {
      say("\(error)")
      return false
    }
  }

  /// Where the bytes of the command of an action are passed on to; empty if they are printed as lines.
  func descriptors(for action: String) -> [Int32] {
    guard case .bytes(of: action) = printer.style else { return [] }
    return surroundings.descriptors
  }

  /// Prints the present state of every action, in JSON only; for people there is `signalbox list`.
  package func printAll() {
    guard case .json = printer.style else { return }
    printer.print(box.situation.actions.map { .action($0) })
  }

  /// Prints the lines of an action from now on.
  func showLines(of action: String) { unprinted.remove(action) }

  /// The kept lines of a run; nil if its box has ended.
  func lines(of action: String, from first: Int, run: Int) async -> KeptLines? {
    await withCheckedContinuation { answer in
      box.lines(of: action, from: first, run: run) { answer.resume(returning: $0) }
    }
  }

  /// Prints kept lines of an action.
  func print(kept lines: [OutputLine], of action: String) {
    guard !lines.isEmpty, let status = box.situation[action] else { return }
    printer.print(kept: lines, of: status)
  }

  /// The last line of JSON.
  func setEnd(_ reading: EndReading) { endReading = reading }

  /// Prints that an action was not started.
  func printRefusal(of id: String, because reason: String) {
    guard case .json = printer.style, let action = box.situation[id] else { return }
    printer.print([.refusal(action, reason)])
  }

  // MARK: Programs on the terminal

  /// Whether a person can enter the program of an action here.
  func canEnter(_ action: String) -> Bool {
    guard case .terminalOutput = printer.style, surroundings.hasKeyboard() else { return false }
    return box.situation[action]?.description.canBeEntered == true
  }

  /// Whether a program has the terminal, or is about to.
  var isVisiting: Bool { visit != nil }

  /// An action is about to start whose program is shown on the terminal, instead of its lines.
  func clearStage() { stage.clear() }

  /// Gives the terminal to the program of an action that was started.
  func enter(_ action: String) {
    let size = surroundings.windowSize() ?? Size(width: 80, height: 24)
    let onStart: @MainActor () async -> Void = { [weak self] in
      self?.followSize()
      await self?.raiseCurtain()
    }
    do {
      visit = try ProgramVisit(
        to: action, in: box, on: .init(size: size, isCleared: false, onStart: onStart),
        leaveKey: surroundings.leaveKey()
      ) { [weak self] in self?.returned($0, from: action) }
    } catch {
      openStage()
      say("\(action): \(error)")
    }
  }

  /// Returns when everything that was said before the program is on the terminal.
  private func raiseCurtain() async {
    stage.begin()
    await messages.flush()
    await output.flush()
  }

  private func followSize() {
    leaveTerminal = surroundings.followTerminal { [weak self] goesOn in
      guard let self else { return }
      if goesOn { visit?.resume() }
      if let size = surroundings.windowSize() { visit?.resize(to: size) }
    }
  }

  private func returned(_ end: ProgramVisit.End, from action: String) {
    visit = nil
    leaveTerminal?()
    leaveTerminal = nil
    openStage()
    changes.ring()
    switch end {
    // Its run has ended by now, which a remark says.
    case .programEnded, .doesNotRun: break
    case .left: say("\(action): left, and goes on; Ctrl-C cancels it")
    case .replaced(let name): say("\(action): entered by \(name)")
    case .refused(let reason): say("\(action): cannot be entered: \(reason)")
    case .terminalEnded: leave(bySignal: SIGHUP)
    }
  }

  /// Prints from now on, and what was said meanwhile.
  func openStage() {
    for kept in stage.open() {
      switch kept {
      case .lines(let lines, let action): printer.print(lines, of: action)
      case .remark(let remark, _):
        // The program may have left the cursor within a line.
        printer.interrupt()
        messages.write(remark: remark)
      }
    }
  }

  // MARK: Waiting

  /// Returns at once if the condition holds, otherwise in the turn after the change that makes it hold.
  package func wait(until condition: () -> Bool) async {
    while !condition() { await waitForChange(after: moment) }
  }

  /// The number of changes so far.
  var moment: Int { changes.count }

  /// Returns in the turn after the next change; at once if there was one after this moment.
  func waitForChange(after moment: Int) async { await changes.next(after: moment) }

  /// The last time that the end of a run has stopped everything, if that was after the one with this number.
  package func stop(after number: Int) -> BoardStop? {
    box.situation.lastStop.flatMap { $0.number > number ? $0 : nil }
  }

  /// The number of the last time that the end of a run has stopped everything.
  package var stopCount: Int { box.situation.lastStop?.number ?? 0 }

  /// Waits until everything has ended after a run has stopped it. Returns the exit code: that of this run.
  package func endAfter(_ stop: BoardStop) async -> Int32? {
    await wait { isLeaving || box.hasEnded || self.stop(after: stop.number - 1)?.isOver == true }
    if isLeaving { return nil }
    say("\(stop.action): has ended, which stops everything")
    return exitMap.code(for: stop.outcome, isOnly: true, isLast: true)
  }

  /// Something is known of a start that the situation does not show.
  func ring() { changes.ring() }

  /// What the exit code means.
  var exitMap: ExitMap { surroundings.exitMap }

  /// Starts a limit for a wait. When it has passed, ``waitForChange(after:)`` returns.
  func startLimit(_ limit: Duration) -> WaitLimit {
    WaitLimit(limit, in: surroundings) { [changes] in changes.ring() }
  }

  /// Writes a message, after everything that was written before.
  package func say(_ text: String) {
    printer.interrupt()
    messages.write(Array(Message.line(text).utf8))
  }

  /// Prints the last changes and ends the program, unless it is ending already.
  /// - Parameter code: What the exit map has made of it.
  package func end(_ code: Int32) async {
    guard !isLeaving else { return }
    isLeaving = true
    visit?.leave()
    printer.print(box.situation)
    await stopAll()
    if let endReading { printer.close(with: endReading) }
    await messages.flush()
    // The last write may be the one that failed.
    switch await output.flush() {
    case EPIPE: surroundings.end(.signal(SIGPIPE))
    case nil: surroundings.end(.exit(code))
    default: surroundings.end(.exit(exitMap.code(ExitStatus.failed)))
    }
  }

  /// Cancels what runs, waits for it, and ends by the signal. The second call does not wait.
  func leave(bySignal signal: Int32) {
    visit?.leave()
    for sink in [output, messages] { sink.stopWaiting() }
    if isLeaving { return surroundings.end(.signal(signal)) }
    isLeaving = true
    Task {
      await stopAll(now: true)
      printer.print(box.situation)
      for sink in [messages, output] { await sink.flushBriefly() }
      surroundings.end(.signal(signal))
    }
  }

  /// Cancelling once is enough: a run that was accepted before and has not begun does not begin.
  /// - Parameter now: Whether not to wait until the output is read.
  private func stopAll(now: Bool = false) async {
    await withCheckedContinuation { left in box.leave(now: now) { left.resume() } }
  }

  /// Changes that come while the reader is behind are printed as one when it has caught up, so a reader that
  /// never reads costs no memory.
  private func changed() {
    if !output.isHeld { printer.print(box.situation) }
    changes.ring()
  }

  func outputResumed() { changed() }

  /// Losing messages of this program does no harm; losing the standard error of a command does.
  func messagesFailed(_ code: Int32) {
    if case .bytes = printer.style { outputFailed(code) }
  }

  func outputFailed(_ code: Int32) {
    outputFailed(String(cString: strerror(code)), hasNoReader: code == EPIPE)
  }

  /// What a command prints cannot be passed on. Ends the program as if it had written that itself.
  /// - Parameter reason: The error of the system in words.
  func outputFailed(_ reason: String, hasNoReader: Bool) {
    if hasNoReader { return leave(bySignal: SIGPIPE) }
    say("cannot write to standard output: \(reason)")
    Task { await end(exitMap.code(ExitStatus.failed)) }
  }
}

/// The actions whose lines are not printed as they come.
private final class Unprinted: Sendable {
  private let actions: Locked<Set<String>>

  init(_ actions: Set<String>) { self.actions = Locked(actions) }

  func contains(_ action: String) -> Bool { actions.withLock { $0.contains(action) } }

  func remove(_ action: String) { actions.withLock { _ = $0.remove(action) } }
}
