internal import Boundary
internal import Programs
internal import SignalboxCore

/// What is printed while a program has the terminal, or is about to: nothing but the program.
final class Stage: Sendable {
  /// What was not printed meanwhile.
  struct Kept: Sendable {
    /// The lines of a program that was never shown, such as one that ended too early.
    var lines: [(lines: [OutputLine], action: ActionStatus)] = []
    /// Remarks about runs.
    var remarks: [UInt8] = []
  }

  private struct State {
    /// Whether a program has the terminal, or is about to.
    var isTaken = false
    /// Whether it is shown.
    var hasBegun = false
    var kept = Kept()
  }

  /// The most parts of an output that are kept, each of one read.
  private static let limit = 200

  private let state = Locked(State())

  var isTaken: Bool { state.withLock { $0.isTaken } }

  /// A program is about to start.
  func clear() { state.withLock { $0.isTaken = true } }

  /// It is shown, and with it the last lines that it has printed.
  func begin() {
    state.withLock { state in
      state.hasBegun = true
      state.kept.lines = []
    }
  }

  /// It is not shown any more. Returns what can be printed now.
  func open() -> Kept {
    state.withLock { state in
      defer { state = State() }
      return state.kept
    }
  }

  /// Keeps a remark for later. Returns false if it can be printed now.
  func keeps(_ remark: [UInt8]) -> Bool {
    state.withLock { state in
      if state.hasBegun { state.kept.remarks += remark }
      return state.hasBegun
    }
  }

  /// Keeps lines for later, unless the program shows them. Returns false if they can be printed now.
  func keeps(_ lines: [OutputLine], of action: ActionStatus) -> Bool {
    state.withLock { state in
      if state.isTaken, !state.hasBegun {
        state.kept.lines.append((lines, action))
        // An earlier run may print for long before this one starts.
        if state.kept.lines.count > Self.limit { state.kept.lines.removeFirst() }
      }
      return state.isTaken
    }
  }
}
