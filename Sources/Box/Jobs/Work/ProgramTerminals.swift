internal import Processes
internal import Programs
internal import SignalboxCore
internal import TerminalUI

/// The terminals of the present programs of one job that people can enter.
final class ProgramTerminals: Sendable {
  private struct State {
    /// In the order in which the programs were started.
    var present: [ProgramTerminal] = []
    /// Those who wait until a program has started.
    var waiting: [TerminalVisit] = []
    /// The last lines of the output.
    var screenful: @Sendable (Size) -> [UInt8] = { _ in [] }
  }

  private let state = Locked(State())

  /// A program runs on this terminal. Those who wait enter it, one after the other.
  /// - Parameter screenful: Returns the last lines that it has printed.
  func insert(_ terminal: ProgramTerminal, screenful: @escaping @Sendable (Size) -> [UInt8]) {
    let waiting = state.withLock { state in
      state.present.append(terminal)
      state.screenful = screenful
      defer { state.waiting = [] }
      return state.waiting
    }
    for visit in waiting { terminal.enter(visit, screenful: screenful) }
  }

  func remove(_ terminal: ProgramTerminal) { state.withLock { $0.present.removeAll { $0 === terminal } } }

  /// Lets somebody enter the program that was started last, or the next one if none runs yet.
  func enter(_ visit: TerminalVisit) {
    let (terminal, screenful) = state.withLock { state in
      if state.present.isEmpty { state.waiting.append(visit) }
      return (state.present.last, state.screenful)
    }
    terminal?.enter(visit, screenful: screenful)
  }

  func resize(to size: Size, for visit: TerminalVisit) {
    for terminal in state.withLock({ $0.present }) { terminal.resize(to: size, for: visit) }
  }

  func leave(_ visit: TerminalVisit) {
    let present = state.withLock { state in
      state.waiting.removeAll { $0 === visit }
      return state.present
    }
    for terminal in present { terminal.leave(visit) }
    visit.end(.left)
  }

  /// Answers a question of a program.
  /// - Parameter onEnd: See ``ProgramTerminal/answer(_:with:_:)``.
  func answer(_ question: UInt64, with text: String, _ onEnd: @escaping @Sendable (String?) -> Void) {
    let present = state.withLock { $0.present }
    // The one that does not ask this knows why nothing is typed.
    guard let terminal = present.first(where: { $0.question?.number == question }) ?? present.last else {
      return onEnd("it asks nothing now")
    }
    terminal.answer(question, with: text, onEnd)
  }

  /// A run has ended: nobody waits any longer.
  func runEnded() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for visit in waiting { visit.end(.programEnded) }
  }
}
