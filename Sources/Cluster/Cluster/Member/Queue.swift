import Etcd

extension ClusterStore {
  /// The starts that wait, in the order in which they came.
  func queue(_ action: ActionAddress) -> [RunID] {
    (waits[action] ?? [:]).sorted { ($0.value.createRevision, $0.key) < ($1.value.createRevision, $1.key) }
      .map(\.key)
  }

  /// Why a start has to wait: "is running on ada's laptop".
  func occupation(of action: ActionAddress, slots: Int) -> String? {
    let runs = (self.runs[action] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    guard runs.count >= slots else { return nil }
    if let run = runs.first(where: { !isLost($0) }), let value = run.value {
      return "is running on \(value.owner)"
    }
    guard let value = runs.first(where: { $0.value != nil })?.value else {
      return "may be running: its key in etcd is not signalbox's"
    }
    return "may still be running on \(value.owner), which is gone"
  }
}

extension Member {
  /// The press cannot start now: it waits, or is refused.
  mutating func wait(
    _ index: Int, _ keys: PressKeys, _ store: ClusterStore, _ position: Int?, at revision: Int64
  ) {
    let press = presses[index].press
    let occupation = store.occupation(of: keys.action, slots: keys.shared.slots)
    if let position {
      presses[index].phase = .queued(seen: revision)
      presses[index].conflicts = 0
      presses[index].firstConflict = nil
      return tell(press.id, .queued(position: position + 1))
    }
    guard let limit = keys.shared.queueLimit else {
      return refuse(index, occupation ?? "waits for others")
    }
    guard (store.waits[keys.action] ?? [:]).count < limit else {
      return refuse(index, (occupation ?? "is waited for") + ", and its queue is full")
    }
    guard let lease = session.lease else {
      presses[index].phase = .idle(readAt: time + presses[index].pause.next(settings))
      return tell(press.id, .asking)
    }
    let value = WaitValue(member: identity.id, host: identity.host, user: press.user)
    let transaction = EtcdTransaction(
      comparisons: [
        EtcdComparison(prefix: self.keys.waits(keys.action), .modRevision(revision + 1), .less),
        EtcdComparison(prefix: self.keys.runs(keys.action), .modRevision(revision + 1), .less),
        EtcdComparison(key: self.keys.wait(keys.action, press.run), .createRevision(0)),
      ],
      success: [
        .put(
          key: self.keys.wait(keys.action, press.run), value: StoredJSON.bytes(value), lease: lease)
      ],
      failure: keys.ranges.map(EtcdOperation.range))
    presses[index].phase = .enqueuing
    presses[index].sent = moment.continuous
    presses[index].isWaiting = true
    send(.transaction(transaction), for: .press(press.id, .enqueue))
  }

  /// The mirror has changed: perhaps it is the turn of a press that waits.
  mutating func lookAtQueue(_ index: Int) {
    let press = presses[index].press
    let action = ActionAddress(board: settings.board, action: press.action)
    let slots = settings.action(press.action)?.slots ?? 0
    let queue = mirror.store.queue(action)
    let position = queue.firstIndex(of: press.run)
    let isFull = (mirror.store.runs[action] ?? [:]).count >= slots
    if let position, isFull || position > 0 {
      presses[index].phase = .queued(seen: mirror.revision)
      tell(press.id, .queued(position: position + 1))
    } else {
      // Its turn, or its place has expired with the lease.
      read(index)
    }
  }

  /// Gives up the place of a press that has its verdict. If that fails, the place ends with the lease, or
  /// when the mirror shows it again.
  mutating func leaveQueue(_ press: PressState) {
    let action = ActionAddress(board: settings.board, action: press.press.action)
    let key = keys.wait(action, press.press.run)
    obsoleteKeys.expect(ObsoleteKey(key: key, createRevision: nil), at: time)
  }
}
