import CProcess
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
    /// What the program has set. Changed on the output thread only.
    var modes = TerminalModes()
    var onResize: @Sendable (Size) -> Void = { _ in }
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
    }
  }

  /// - Parameter onResize: Called when the terminal has another size, on any thread.
  func whenResized(_ onResize: @escaping @Sendable (Size) -> Void) {
    state.withLock { $0.onResize = onResize }
  }

  deinit { try? state.withLock { $0.master }?.close() }

  /// The program has ended: its output is not kept waiting any longer for a visitor who does not read.
  func stopWaiting() async {
    guard let visit = state.withLock({ $0.visit }) else { return }
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
    if isPresent { flow.resume() }
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

extension ProgramTerminal: TerminalListener {
  var needsBytesAtOnce: Bool { isVisited }

  func received(_ bytes: UnsafeRawBufferPointer, cursor: @autoclosure () -> (row: Int, column: Int)) {
    var questions: [TerminalModes.Question] = []
    let visit = state.withLock { state in
      state.modes.take(bytes) { questions.append($0) }
      return state.visit
    }
    if let visit, let thread = OutputThread.shared {
      return visit.send(Array(bytes), flow: flow, thread)
    }
    // A program that asks for ever and reads no answer fills its own buffer only.
    for question in questions.suffix(Self.answerLimit) { _ = write(answer(to: question, cursor())) }
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
