import Etcd

/// A claim that etcd has granted, but so long ago that the run may have been taken over since: this process
/// was stopped, or its machine has slept. Before the command starts, etcd is asked whether it still holds.
struct Inquiry: Sendable, Equatable {
  let value: RunValue
  let slot: Int
  let fence: Int64
  /// When it was asked first.
  let began: Duration
  /// When it is asked again; nil while it is.
  var askAt: Duration?
}

extension Member {
  /// Whether something that etcd has read or written for a request is so old that this member may count as
  /// gone meanwhile.
  /// - Parameter sent: When the request was sent, by the clock that runs while the machine sleeps.
  func isOld(_ sent: Duration) -> Bool { moment.continuous - sent > settings.lease / 2 }

  mutating func inquire(_ index: Int, _ value: RunValue, slot: Int, fence: Int64) {
    var inquiry = Inquiry(value: value, slot: slot, fence: fence, began: time)
    if let earlier = presses[index].inquiry, earlier.fence == fence { inquiry = earlier }
    presses[index].phase = .inquiring
    presses[index].inquiry = inquiry
    ask(index)
  }

  private func key(_ index: Int, _ inquiry: Inquiry) -> String {
    keys.run(ActionAddress(board: settings.board, action: presses[index].press.action), inquiry.slot)
  }

  /// Asks, or gives the run back if the answers do not come in time, or always too late.
  mutating func ask(_ index: Int) {
    guard let inquiry = presses[index].inquiry else { return }
    guard time < inquiry.began + settings.patience else {
      let problem = presses[index].problem ?? "etcd answers too late"
      return giveBack(index, .unavailable("cannot start: \(problem)", mayPass: true))
    }
    guard time >= inquiry.askAt ?? time else { return }
    presses[index].inquiry?.askAt = nil
    let step = PressStep.inquire(sent: moment.continuous)
    send(.read([EtcdRange(key: key(index, inquiry))]), for: .press(presses[index].press.id, step))
  }

  mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>, toInquiryOf index: Int, sent: Duration) {
    guard let inquiry = presses[index].inquiry else { return }
    switch answer {
    case .success(.transaction(_, true, let results)):
      presses[index].problem = nil
      let store = ClusterStore(keys: keys, results: results)
      let action = ActionAddress(board: settings.board, action: presses[index].press.action)
      guard let run = store.runs[action]?[inquiry.slot], run.createRevision == inquiry.fence,
        run.value == inquiry.value
      else { return refuse(index, "was taken over before it started") }
      grant(index, inquiry.value, slot: inquiry.slot, fence: inquiry.fence, sent: sent)
    case .failure(let failure):
      presses[index].problem = failure.description
      askLater(index)
      tell(presses[index].press.id, .asking)
    case .success:
      askLater(index)
    }
  }

  private mutating func askLater(_ index: Int) {
    let askAt = time + presses[index].pause.next(settings)
    presses[index].inquiry?.askAt = askAt
  }

  /// Refuses a press that has a run in etcd, which must go.
  mutating func giveBack(_ index: Int, _ verdict: PressVerdict) {
    if let inquiry = presses[index].inquiry {
      obsoleteKeys.expect(ObsoleteKey(key: key(index, inquiry), createRevision: inquiry.fence), at: time)
    }
    decide(index, verdict)
  }
}
