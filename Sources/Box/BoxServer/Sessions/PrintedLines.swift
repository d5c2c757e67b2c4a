internal import Boundary
internal import Programs
internal import SignalboxCore

/// Lines that were printed and wait for their turn of the main actor, which sends them to front ends.
///
/// The number of waiting lines is bounded: above a limit the commands whose bytes a front end receives wait,
/// and the lines of others are left out and counted, except remarks.
final class PrintedLines: Sendable {
  /// Lines of one run of an action.
  struct Part: Sendable {
    /// The action at the moment of the first line.
    var action: ActionStatus
    var lines: [OutputLine]
  }

  private struct Run: Hashable {
    var action: String
    var number: Int
  }

  private struct State {
    var waiting: [Run: Part] = [:]
    /// The runs in the order in which their lines came.
    var order: [Run] = []
    var skipped: [String: UInt32] = [:]
    var flows: [String: [ObjectIdentifier: SharedFlow]] = [:]
    var isTurnRequested = false
  }

  /// The number of waiting lines of an action at which its commands wait.
  private static let holdLimit = 4_000
  /// The number at which lines are left out.
  private static let dropLimit = 20_000

  private let state = Locked(State())
  /// The flow of all commands; nil if only those of certain actions wait.
  private let flowOfAll: SharedFlow?
  private let onMain: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  /// - Parameter flow: The flow of all commands; nil if only those of certain actions wait.
  init(
    holding flow: SharedFlow? = nil,
    onMain: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    flowOfAll = flow
    self.onMain = onMain
  }

  /// Adds lines, on the thread that has read them.
  /// - Parameter deliver: Called in a turn of the main actor with all lines that wait then.
  func append(
    _ lines: [OutputLine], of action: ActionStatus, deliver: @escaping @MainActor @Sendable () -> Void
  ) {
    let run = Run(action: action.id, number: action.runs.count)
    let isFirst = state.withLock { state -> Bool in
      let count = state.waiting[run]?.lines.count ?? 0
      let flows = state.flows[action.id] ?? [:]
      var kept = lines
      if count >= Self.dropLimit && flows.isEmpty && flowOfAll == nil {
        kept = lines.filter(\.isNote)
        state.skipped[action.id, default: 0].add(lines.count - kept.count)
      }
      if !kept.isEmpty {
        if let skipped = state.skipped.removeValue(forKey: action.id) {
          kept[0].skippedBefore.add(Int(skipped))
        }
        if count == 0 { state.order.append(run) }
        state.waiting[run, default: Part(action: action, lines: [])].lines += kept
      }
      if count + lines.count >= Self.holdLimit {
        flowOfAll?.hold(for: .turn)
        for flow in flows.values { flow.hold(for: .turn) }
      }
      defer { state.isTurnRequested = true }
      return !state.isTurnRequested
    }
    if isFirst { onMain(deliver) }
  }

  /// Removes the lines that wait, in the order in which they came.
  func take() -> [Part] {
    state.withLock { state in
      defer {
        for run in state.order {
          for flow in (state.flows[run.action] ?? [:]).values { flow.resume(for: .turn) }
        }
        flowOfAll?.resume(for: .turn)
        (state.waiting, state.order, state.isTurnRequested) = ([:], [], false)
      }
      return state.order.compactMap { state.waiting[$0] }
    }
  }

  /// From now on the commands of this flow wait while lines of the action do.
  func add(_ flow: SharedFlow, to action: String) {
    state.withLock { $0.flows[action, default: [:]][ObjectIdentifier(flow)] = flow }
  }

  func remove(_ flow: SharedFlow, from action: String) {
    state.withLock { $0.flows[action]?[ObjectIdentifier(flow)] = nil }
  }
}

/// The actions whose lines front ends follow.
struct WantedLines: Sendable {
  var all = false
  var actions: Set<String> = []

  func contains(_ action: String) -> Bool { all || actions.contains(action) }
}

extension UInt32 {
  /// Adds to a count of lines, up to the greatest number that there is.
  mutating func add(_ count: Int) { self = UInt32(clamping: Int(self) + count) }
}
