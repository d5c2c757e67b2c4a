internal import Boundary
internal import Processes
internal import SignalboxCore

/// Lines that were printed and wait for their turn of the main actor, which sends them to front ends.
///
/// The number of waiting lines is bounded: above a limit the commands whose bytes a front end receives wait,
/// and the lines of others are left out and counted, except remarks.
final class PrintedLines: Sendable {
  private struct State {
    var waiting: [String: [OutputLine]] = [:]
    /// The actions in the order in which their lines came.
    var order: [String] = []
    var skipped: [String: UInt32] = [:]
    var flows: [String: [ObjectIdentifier: SharedFlow]] = [:]
    var isTurnRequested = false
  }

  /// The number of waiting lines of an action at which its commands wait.
  private static let holdLimit = 4_000
  /// The number at which lines are left out.
  private static let dropLimit = 20_000

  private let state = Locked(State())
  private let onMain: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  init(onMain: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void) {
    self.onMain = onMain
  }

  /// Adds lines, on the thread that has read them.
  /// - Parameter deliver: Called in a turn of the main actor with all lines that wait then.
  func append(
    _ lines: [OutputLine], of action: String, deliver: @escaping @MainActor @Sendable () -> Void
  ) {
    let isFirst = state.withLock { state -> Bool in
      let count = state.waiting[action]?.count ?? 0
      let flows = state.flows[action] ?? [:]
      var kept = lines
      if count >= Self.dropLimit && flows.isEmpty {
        kept = lines.filter(\.isNote)
        state.skipped[action, default: 0].add(lines.count - kept.count)
      }
      if !kept.isEmpty {
        if let skipped = state.skipped.removeValue(forKey: action) { kept[0].skippedBefore.add(Int(skipped)) }
        if count == 0 { state.order.append(action) }
        state.waiting[action, default: []] += kept
      }
      if count + lines.count >= Self.holdLimit { for flow in flows.values { flow.hold(for: .turn) } }
      defer { state.isTurnRequested = true }
      return !state.isTurnRequested
    }
    if isFirst { onMain(deliver) }
  }

  /// Removes the lines that wait, in the order in which they came.
  func take() -> [(action: String, lines: [OutputLine])] {
    state.withLock { state in
      defer {
        for action in state.order {
          for flow in (state.flows[action] ?? [:]).values { flow.resume(for: .turn) }
        }
        (state.waiting, state.order, state.isTurnRequested) = ([:], [], false)
      }
      return state.order.compactMap { action in state.waiting[action].map { (action, $0) } }
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
