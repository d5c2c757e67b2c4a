internal import Boundary
internal import Programs
internal import SignalboxCore

/// What is printed while a program has the terminal, or is about to: nothing but the program.
final class Stage: Sendable {
  /// Something that was not printed meanwhile.
  enum Kept: Sendable {
    /// Lines of a program that was never shown, such as one that ended too early.
    case lines([OutputLine], of: ActionStatus)
    /// Remarks about a run of an action, as messages.
    case remark([UInt8], of: String)

    var isLines: Bool { if case .lines = self { true } else { false } }

    var action: String {
      switch self {
      case .lines(_, let action): action.id
      case .remark(_, let action): action
      }
    }
  }

  private struct State {
    /// Whether a program has the terminal, or is about to.
    var isTaken = false
    /// Whether it is shown.
    var hasBegun = false
    var kept: [Kept] = []
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
      state.kept.removeAll(where: \.isLines)
    }
  }

  /// It is not shown any more. Returns what can be printed now.
  func open() -> [Kept] {
    state.withLock { state in
      defer { state = State() }
      return state.kept
    }
  }

  /// Keeps a remark for later: until the program is not shown any more, and behind kept lines of its action.
  /// Returns false if it can be printed now.
  func keeps(_ remark: [UInt8], of action: String) -> Bool {
    state.withLock { state in
      guard state.hasBegun || state.kept.contains(where: { $0.action == action }) else { return false }
      if !remark.isEmpty { state.kept.append(.remark(remark, of: action)) }
      return true
    }
  }

  /// Keeps lines for later, unless the program shows them; remarks are kept as messages. Returns false if
  /// they can be printed now.
  func keeps(_ lines: [OutputLine], of action: ActionStatus) -> Bool {
    state.withLock { state in
      if state.isTaken, !state.hasBegun, lines.contains(where: { !$0.isNote }) {
        state.kept.append(.lines(lines, of: action))
        // An earlier run may print for long before this one starts.
        if state.kept.count > Self.limit, let first = state.kept.firstIndex(where: \.isLines) {
          state.kept.remove(at: first)
        }
      }
      return state.isTaken
    }
  }

  /// The lines without those that only say how to come here; remarks, which are messages, apart from others.
  static func parts(of lines: [OutputLine]) -> [[OutputLine]] {
    lines.lazy.filter { $0.text != OutputDecoder.enterRemark }.reduce(into: []) { parts, line in
      if parts.last?.last?.isNote == line.isNote {
        parts[parts.count - 1].append(line)
      } else {
        parts.append([line])
      }
    }
  }
}
