import Etcd

/// Reads what all boards of a realm share and follows the changes, as a value without clock, threads and
/// connections.
///
/// It receives the same inputs as a ``Member``, but joins nothing: it only requests reads and a watch.
package struct RealmObserver: Sendable {
  private let keys: ClusterKeys
  private let settings: ClusterSettings
  private var time: Duration
  private var outputs: [Output] = []

  private var store: ClusterStore
  /// Everything up to this revision is in the store.
  private var revision: Int64 = 0
  private var connection: ClusterView.Connection
  private var lastWord: Duration
  /// The last failure since etcd answered.
  private var problem: String?
  private var pause = Pause()
  private var lastNumber = 0
  /// The reading of everything under way, or when it is due; each nil for none.
  private var reading: RequestID?
  private var readAt: Duration?
  /// The question whether etcd still answers, or when it is due.
  private var question: RequestID?
  private var askAt: Duration?
  private var watch: WatchID?
  /// When a run was first seen whose host is gone.
  private var lostSince: [Losses.Run: Duration] = [:]

  package init(realm: String, at time: Duration) {
    self.init(ClusterSettings(realm: realm, board: "", actions: []), at: time)
  }

  /// - Parameter settings: The realm and the times.
  init(_ settings: ClusterSettings, at time: Duration) {
    keys = ClusterKeys(realm: settings.realm)
    self.settings = settings
    (self.time, lastWord, readAt) = (time, time, time)
    store = ClusterStore(keys: keys)
    connection = .connecting(since: time, why: nil)
  }

  /// - Parameter time: The present time, by a clock that never goes back.
  /// - Returns: What is to be done, in this order.
  package mutating func handle(_ input: Input, at time: Duration) -> [Output] {
    self.time = max(time, self.time)
    outputs = []
    switch input {
    case .answer(let id, let answer) where id == reading: read(answer)
    case .answer(let id, let answer) where id == question: receive(answer)
    case .watch(let id, let event) where id == watch: receive(event)
    default: break
    }
    advance()
    return outputs
  }

  /// When `time` must be handed in; nil if there is nothing to wait for.
  package var nextDeadline: Duration? {
    let silence = isCurrent ? lastWord + settings.silence : nil
    return [silence, readAt, askAt].compactMap(\.self).min()
  }

  /// What is known now.
  package var view: RealmView {
    RealmView(store, connection: connection) { lostSince[$0] }
  }

  private var isCurrent: Bool { connection == .connected }

  private mutating func advance() {
    if isCurrent, time >= lastWord + settings.silence {
      connection = .silent(since: lastWord, why: problem)
      (lostSince, askAt) = ([:], nil)
      readAt = readAt.map { min($0, time) } ?? (reading == nil ? time : nil)
    }
    switch connection {
    case .connected: noteLosses()
    case .connecting(let since, _): connection = .connecting(since: since, why: problem)
    case .silent(let since, _): connection = .silent(since: since, why: problem)
    }
    if let due = readAt, time >= due { requestEverything() }
    if let due = askAt, time >= due {
      askAt = nil
      question = send([EtcdRange(prefix: keys.hosts, limit: 1, keysOnly: true)], within: settings.keepAlive)
    }
  }

  private mutating func send(_ ranges: [EtcdRange], within limit: Duration) -> RequestID {
    lastNumber += 1
    let id = RequestID(number: lastNumber)
    outputs.append(.send(id, .read(ranges), within: limit))
    return id
  }

  private mutating func requestEverything() {
    readAt = nil
    guard reading == nil else { return }
    reading = send(keys.allButLogs, within: settings.answer)
  }

  private mutating func read(_ answer: Result<EtcdAnswer, EtcdFailure>) {
    reading = nil
    guard case .success(.transaction(let header, true, let results)) = answer else {
      if case .failure(let failure) = answer { problem = failure.description }
      readAt = time + pause.next(settings)
      return
    }
    pause.reset()
    let read = ClusterStore(keys: keys, results: results)
    // The watch may only be a little late, or misses changes, or etcd was restored from a backup. A new watch
    // is cheap.
    if let watch, read != store || header.revision < revision {
      outputs.append(.endWatch(watch))
      self.watch = nil
    }
    (store, revision) = (read, header.revision)
    (lastWord, problem, connection) = (time, nil, .connected)
    readAt = time + settings.rangeAgain
    if question == nil { askAt = time + settings.keepAlive }
    guard watch == nil else { return }
    lastNumber += 1
    let id = WatchID(number: lastNumber)
    watch = id
    outputs.append(.watch(id, prefix: keys.root, from: revision + 1))
  }

  private mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>) {
    question = nil
    if isCurrent { askAt = time + settings.keepAlive }
    switch answer {
    case .success: hear()
    case .failure(let failure): problem = failure.description
    }
  }

  private mutating func receive(_ event: EtcdWatchEvent) {
    switch event {
    case .created, .progress: hear()
    case .changes(_, let changes):
      hear()
      apply(changes)
    case .compacted:
      watch = nil
      readAt = time
    case .ended(let failure):
      watch = nil
      problem = failure.description
      let due = time + pause.next(settings)
      readAt = min(readAt ?? due, due)
    }
  }

  /// Changes of one transaction have the same revision.
  private mutating func apply(_ changes: [EtcdChange]) {
    var newest = revision
    for change in changes {
      switch change {
      case .put(let entry):
        newest = max(newest, entry.modRevision)
        if entry.modRevision > revision { store.put(entry) }
      case .delete(let key, let modRevision):
        newest = max(newest, modRevision)
        if modRevision > revision { store.remove(key) }
      }
    }
    revision = newest
  }

  /// etcd answers. After a silence, everything is read again before it counts as known.
  private mutating func hear() {
    lastWord = time
    problem = nil
    if !isCurrent, reading == nil { readAt = time }
  }

  private mutating func noteLosses() {
    let lost = store.lostRuns
    lostSince = Dictionary(uniqueKeysWithValues: lost.map { ($0, lostSince[$0] ?? time) })
  }
}
