import Etcd

/// The member leaves.
struct Departure: Sendable {
  /// When it gives up.
  let end: Duration
  var isOver = false
  var isTold = false
}

extension Member {
  /// Whether etcd does not know yet what this member has done: that a run has ended, or that a press is given
  /// up.
  package var owesNews: Bool {
    !(presses.isEmpty && runs.isEmpty && obsoleteKeys.isEmpty && takeovers.isEmpty)
  }

  mutating func leave() {
    guard departure == nil else { return }
    departure = Departure(end: time + settings.farewell)
    endWatch()
    // Those whose runs may have started are asked about until the end.
    for press in presses.map(\.press.id) {
      guard let index = presses.firstIndex(where: { $0.press.id == press }), !isUnclear(presses[index])
      else { continue }
      giveBack(index, .unavailable(Self.itsBoxEnds, mayPass: true))
    }
  }

  private func isUnclear(_ press: PressState) -> Bool { press.isUncertain || press.phase == .claiming }

  mutating func advanceDeparture() {
    guard let departure, !departure.isTold else { return }
    let isLate = time >= departure.end
    if isLate {
      giveUpTakeovers()
      let reason = "\(Self.itsBoxEnds), and may have a run in etcd"
      for _ in presses { decide(0, .unavailable(reason, mayPass: true)) }
    }
    if !isLate {
      guard !owesNews, session.phase != .revoking else {
        if self.departure?.isOver == true { finishDeparture() }
        return
      }
      if case .present(let lease, _) = session.phase {
        session.phase = .revoking
        send(.revoke(lease: lease), for: .session(.revoke))
        return
      }
    }
    finishDeparture()
  }

  private mutating func finishDeparture() {
    departure?.isTold = true
    departure?.isOver = true
    outputs.append(.ended)
  }
}
