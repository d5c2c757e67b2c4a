import CProcess
package import Programs
import Synchronization
package import TerminalUI

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The terminal of one program that people can enter, one at a time: the last one owns keys and size.
///
/// While nobody has entered, the questions that programs ask a terminal at their start are answered here.
package final class ProgramTerminal: Sendable {
  private struct State {
    /// A descriptor of its own for the side that is no program's; nil before the program starts and after it
    /// has ended.
    var master: FileDescriptor?
    var size = Size(width: 80, height: 24)
    var visit: TerminalVisit?
    /// Whether the program has ended, and perhaps others that it has started print.
    var isEnding = false
    /// What the program has set. Changed on the output thread only.
    var modes = TerminalModes()
    var onResize: @Sendable (Size) -> Void = { _ in }
    var detector: QuestionDetector?
    var onQuestion: @Sendable (ProgramQuestion?) -> Void = { _ in }
  }

  /// How long a program has to notice a size that is only set to make it draw again.
  private static let redrawPause = Duration.milliseconds(40)

  /// The kind of terminal that the program was started for (TERM).
  package let name: String

  private let state = Mutex(State())
  let flow = OutputFlow()

  package init(name: String) { self.name = name }

  // MARK: Life

  /// The program is about to start on this terminal.
  func open(_ master: FileDescriptor, size: Size) throws(SystemCallError) {
    let own = FileDescriptor(rawValue: try Descriptor.duplicate(master.rawValue))
    state.withLock { state in
      state.master = own
      state.size = size
      // A program that prints nothing may ask as well.
      state.detector?.printed(at: MonotonicTime.microseconds)
    }
  }

  /// - Parameter onResize: Called when the terminal has another size, on any thread.
  func whenResized(_ onResize: @escaping @Sendable (Size) -> Void) {
    state.withLock { $0.onResize = onResize }
  }

  /// Notices the questions of the program while nobody has entered.
  /// - Parameters:
  ///   - matches: Whether a line that the program has begun looks like a question.
  ///   - onQuestion: Called when there is a question, and with nil when there is none any more, without a
  ///     lock: on the output thread, or at the end of the program.
  package func detectQuestions(
    _ matches: @escaping @Sendable (_ line: String) -> Bool,
    onQuestion: @escaping @Sendable (ProgramQuestion?) -> Void
  ) {
    state.withLock { state in
      state.detector = QuestionDetector(matches)
      state.onQuestion = onQuestion
    }
  }

  deinit { try? state.withLock { $0.master }?.close() }

  /// The program has ended: from now on its output does not wait for a visitor who does not read.
  /// Returns when it does not wait any longer.
  func stopWaiting() async {
    let visit = state.withLock { state in
      state.isEnding = true
      return state.visit
    }
    guard let visit else { return }
    await visit.waitUntilWritten()
    if flow.isHeld { leave(visit) }
  }

  /// The program has ended, and all it has printed was read.
  func close() async {
    let visit = state.withLock { $0.visit }
    await visit?.waitUntilWritten()
    let master = state.withLock { state in
      defer { (state.master, state.visit) = (nil, nil) }
      return state.master
    }
    changeQuestion { $0.stop() }
    try? master?.close()
    visit?.end(.programEnded)
    flow.resume()
  }

  // MARK: Visits

  /// Lets somebody enter. A visit before this one ends.
  /// - Parameter screenful: Returns the last lines of the output, as many as fit into a size: the text as it
  ///   is written to a terminal. Called on the output thread.
  package func enter(_ visit: TerminalVisit, screenful: @escaping @Sendable (Size) -> [UInt8]) {
    guard let thread = OutputThread.shared else {
      return visit.end(.refused("no descriptor is left"))
    }
    // On this thread nothing is printed meanwhile.
    thread.perform { [self] in
      if visit.hasEnded { return }
      let size = visit.size
      let (earlier, modes) = state.withLock { state -> (TerminalVisit?, TerminalModes?) in
        guard state.master != nil else { return (nil, nil) }
        defer { state.visit = visit }
        return (state.visit, state.modes)
      }
      guard let modes else { return visit.end(.programEnded) }
      earlier?.end(.replaced(by: visit.name ?? "another front end"))
      changeQuestion { $0.stop() }
      flow.resume()
      visit.started()
      visit.send(prologue(of: visit, modes, screenful: screenful(size)), flow: flow, thread)
      show(in: size, redrawing: visit.clearsScreen)
      visit.readKeys(for: self, thread)
    }
  }

  /// What shows the picture of the program on the terminal of a visitor.
  private func prologue(of visit: TerminalVisit, _ modes: TerminalModes, screenful: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    if visit.clearsScreen {
      let height = visit.size.height
      bytes += "\u{1B}[\(height);1H".utf8
      bytes += [UInt8](repeating: UInt8(ascii: "\n"), count: height)
      bytes += "\u{1B}[H\u{1B}[J".utf8
    }
    if let terminal = visit.terminal, terminal != name {
      bytes += "The program was started for a terminal of the kind \(name), and this is \(terminal).\r\n".utf8
    }
    if !modes.isOnWholeScreen { bytes += screenful }
    return bytes + modes.settingBytes
  }

  /// Gives the terminal the size of a visitor. A program that has this size already draws only after a
  /// change.
  private func show(in size: Size, redrawing: Bool) {
    if redrawing, size == self.size {
      resize(to: Size(width: size.width, height: max(1, size.height - 1)))
      Task.detached { [self] in
        try? await Task.sleep(for: Self.redrawPause)
        resize(to: size)
      }
    } else {
      resize(to: size)
    }
  }

  /// The terminal of a visitor has another size.
  package func resize(to size: Size, for visit: TerminalVisit) {
    if isVisited(by: visit) { resize(to: size) }
  }

  private func resize(to size: Size) {
    let onResize = state.withLock { state -> (@Sendable (Size) -> Void)? in
      guard let master = state.master, state.size != size else { return nil }
      state.size = size
      terminal_resize(master.rawValue, UInt16(clamping: size.width), UInt16(clamping: size.height))
      return state.onResize
    }
    onResize?(size)
  }

  /// The present size.
  package var size: Size { state.withLock { $0.size } }

  /// The visitor leaves, and the program goes on.
  package func leave(_ visit: TerminalVisit) {
    let isPresent = state.withLock { state in
      guard state.visit === visit else { return false }
      state.visit = nil
      return true
    }
    visit.end(.left)
    guard isPresent else { return }
    flow.resume()
    // The program may ask the same as before.
    OutputThread.shared?.perform { [self] in changeQuestion { $0.printed(at: MonotonicTime.microseconds) } }
  }

  /// Whether somebody has entered.
  package var isVisited: Bool { state.withLock { $0.visit != nil } }

  private func isVisited(by visit: TerminalVisit) -> Bool { state.withLock { $0.visit === visit } }

  // MARK: Typing

  /// Types what a visitor has typed. Waits while the program does not read, until the visit ends.
  func type(_ bytes: some Collection<UInt8> & Sendable, by visit: TerminalVisit) async {
    var rest = Array(bytes)
    while !rest.isEmpty, isVisited(by: visit), let thread = OutputThread.shared {
      guard let count = write(rest) else { return }
      rest.removeFirst(count)
      if rest.isEmpty { return }
      guard let master = state.withLock({ $0.master }) else { return }
      await thread.waitUntilWritable(master)
      if Task.isCancelled { return }
    }
  }

  /// Types as many bytes as the terminal takes now; nil if the program has ended.
  package func write(_ bytes: [UInt8]) -> Int? {
    state.withLock { state in
      guard let master = state.master else { return nil }
      do {
        return try bytes.withUnsafeBytes { try master.write($0) }
      } catch {
        return error as? Errno == .wouldBlock ? 0 : nil
      }
    }
  }
}

/// The questions of the program, and the answers of people who have not entered.
extension ProgramTerminal {
  /// The present question.
  package var question: ProgramQuestion? { state.withLock { $0.detector?.question } }

  /// Changes the detector, and tells whether there is a question.
  private func changeQuestion(_ change: (inout QuestionDetector) -> Void) {
    let news = state.withLock { state -> (@Sendable (ProgramQuestion?) -> Void, ProgramQuestion?)? in
      guard var detector = state.detector else { return nil }
      let before = detector.question
      change(&detector)
      state.detector = detector
      return before == detector.question ? nil : (state.onQuestion, detector.question)
    }
    if let (tell, question) = news { tell(question) }
  }

  /// Types an answer and Enter, if this is still what the program asks.
  /// - Parameters:
  ///   - number: The number of the question.
  ///   - onEnd: Called once, on any thread: with nil if it was typed, otherwise with the reason in words.
  package func answer(
    _ number: UInt64, with text: String, _ onEnd: @escaping @Sendable (_ refusal: String?) -> Void
  ) {
    if let mistake = Self.mistake(in: text) { return onEnd(mistake) }
    guard let thread = OutputThread.shared else { return onEnd("no descriptor is left") }
    // On this thread nothing that the program prints is read meanwhile.
    thread.perform { [self] in onEnd(answerNow(number, with: text)) }
  }

  private func answerNow(_ number: UInt64, with text: String) -> String? {
    let master = state.withLock { $0.master }
    let echo = master.flatMap { TerminalEcho(of: $0.rawValue) }
    var refusal: QuestionDetector.Refusal? = .noQuestion
    changeQuestion {
      refusal = $0.accept(
        number, at: MonotonicTime.microseconds, echo: echo, hasUnread: master.map(Self.hasUnread) ?? true)
    }
    if let refusal { return refusal.rawValue }
    guard let echo, let count = write(Array(text.utf8) + [echo.enter]) else {
      return QuestionDetector.Refusal.noQuestion.rawValue
    }
    return count > text.utf8.count ? nil : "it does not read what is typed"
  }

  /// A terminal keeps at most this many bytes of a line.
  private static let answerByteLimit = 4_000

  /// Why a text is no answer; nil if it is one. The text is not in it.
  private static func mistake(in text: String) -> String? {
    if text.utf8.count > answerByteLimit { return "an answer has at most \(answerByteLimit) bytes" }
    return text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? "an answer is one line without control characters" : nil
  }

  private static func hasUnread(_ master: FileDescriptor) -> Bool {
    var request = pollfd(fd: master.rawValue, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&request, 1, 0)
      // A signal for this process is nothing that the program has printed.
      if count < 0, errno == EINTR { continue }
      return count != 0
    }
  }
}

extension ProgramTerminal: TerminalListener {
  var needsBytesAtOnce: Bool { isVisited }

  func received(_ bytes: UnsafeRawBufferPointer, cursor: @autoclosure () -> (row: Int, column: Int)) {
    var questions: [TerminalModes.Question] = []
    let (visit, isEnding) = state.withLock { state in
      state.modes.take(bytes) { questions.append($0) }
      return (state.visit, state.isEnding)
    }
    if let visit, let thread = OutputThread.shared {
      visit.send(Array(bytes), flow: flow, thread)
      if isEnding, flow.isHeld { Task.detached { [self] in await stopWaiting() } }
      return
    }
    changeQuestion { $0.printed(at: MonotonicTime.microseconds) }
    // A program that asks for ever and reads no answer fills its own buffer only.
    for question in questions.suffix(Self.answerLimit) { _ = write(answer(to: question, cursor())) }
  }

  var silenceEnd: Int? { state.withLock { $0.detector?.due } }

  func fellSilent(at now: Int, _ screen: () -> (line: OutputLine?, column: Int)) {
    let (master, isVisited) = state.withLock { ($0.master, $0.visit != nil) }
    if isVisited { return changeQuestion { $0.stop() } }
    changeQuestion { detector in
      _ = detector.expire(at: now) {
        guard let echo = master.flatMap({ TerminalEcho(of: $0.rawValue) }) else { return nil }
        let (line, column) = screen()
        return QuestionDetector.Picture(line: line?.text, column: column, echo: echo)
      } number: {
        QuestionNumbers.next()
      }
    }
  }

  /// The most questions of one read that are answered.
  private static let answerLimit = 16

  private func answer(
    to question: TerminalModes.Question, _ cursor: (row: Int, column: Int)
  ) -> [UInt8] {
    switch question {
    // A VT220 with colours.
    case .attributes: Array("\u{1B}[?62;22c".utf8)
    case .status: Array("\u{1B}[0n".utf8)
    case .cursor(let isPrivate):
      Array("\u{1B}[\(isPrivate ? "?" : "")\(cursor.row + 1);\(cursor.column + 1)R".utf8)
    }
  }
}
