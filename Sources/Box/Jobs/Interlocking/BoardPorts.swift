internal import Board
internal import Essentials
internal import Processes
internal import SignalboxCore

/// The ports of the actions of a board. Those that it chooses are kept while the box lives, and the next box
/// begins with the same ones.
@MainActor
final class BoardPorts {
  private var chosen: [String: UInt16] = [:]
  /// Why no port could be chosen, by the names of actions.
  private var lacks: [String: String] = [:]
  private let use: @Sendable (UInt16) -> PortUse

  /// - Parameter use: Whether a port is free.
  nonisolated init(use: @escaping @Sendable (UInt16) -> PortUse = PortUse.of) { self.use = use }

  /// The port of an action as far as it is known; nil for none.
  func known(_ action: ActionDefinition) -> UInt16? {
    switch action.port {
    case .fixed(let port): port
    case .free(let range): chosen[action.id].flatMap { range.contains($0) ? $0 : nil }
    case nil: nil
    }
  }

  /// Why an action has no port although the board wants one; nil otherwise.
  func lack(of action: ActionDefinition) -> String? {
    guard case .free = action.port, known(action) == nil else { return nil }
    return lacks[action.id]
  }

  /// The ports of all actions of a board. Those that are not known yet are chosen.
  func all(of board: Board) -> [String: UInt16] {
    var ports: [String: UInt16] = [:]
    for action in board.actions where action.port != nil {
      ports[action.id] = known(action) ?? choose(for: action, on: board)
    }
    return ports
  }

  /// Chooses another port for an action that is about to start, if somebody listens on the one that it has.
  func renew(_ action: ActionDefinition, on board: Board) {
    guard case .free = action.port, let port = known(action), use(port) == .taken else { return }
    choose(for: action, on: board)
  }

  /// A free port of the range of an action that no other action has; nil if there is none. The search begins
  /// at a place that depends on the directory of the board, so that two checkouts seldom meet.
  @discardableResult
  private func choose(for action: ActionDefinition, on board: Board) -> UInt16? {
    guard case .free(let range) = action.port else { return nil }
    let others = Set(board.actions.filter { $0.id != action.id }.compactMap(known))
    let place = StableHash.number("\(board.source.place) \(action.id)")
    let start = UInt16(place % UInt64(range.count))
    let candidates = (0..<UInt16(range.count)).lazy.map { offset in
      range.lowerBound + UInt16((UInt32(start) + UInt32(offset)) % UInt32(range.count))
    }
    (chosen[action.id], lacks[action.id]) = (
      nil, "no port of \(range.lowerBound)..\(range.upperBound) is free"
    )
    for port in candidates where !others.contains(port) {
      switch use(port) {
      case .free: chosen[action.id] = port
      case .unknown(let reason): lacks[action.id] = "port \(port): \(PortUse.notKnown): \(reason)"
      case .taken: continue
      }
      break
    }
    return chosen[action.id]
  }
}

extension Interlocking {
  /// The ports that the next run of a job knows.
  func ports(of job: Job) -> RunPorts {
    // A board without ports asks nothing of the system.
    guard board.actions.contains(where: { $0.port != nil }) || job.definition.port != nil else {
      return RunPorts()
    }
    let all = ports.all(of: board)
    return RunPorts(own: ports.known(job.definition), lack: ports.lack(of: job.definition), ofActions: all)
  }

  /// Why a job that does not run cannot listen on its port; nil if it can.
  func portRefusal(of job: Job) -> String? {
    guard let port = job.definition.port, !job.moment.isRunning else { return nil }
    ports.renew(job.definition, on: board)
    let known = ports(of: job)
    if case .fixed = port { return known.refusal }
    return known.lack
  }
}
