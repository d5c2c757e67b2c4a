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
  /// Whether the nodes are one cluster, and what they were asked: for what each does not know, whether the
  /// cluster still does.
  private var nodes: NodeSurvey
  private var cluster: UInt64 = 0
  private var proofs: [RequestID: (node: String, evidence: NodeEvidence)] = [:]
  private var confirmations: [RequestID: (node: String, missing: NodeEvidence)] = [:]
  /// When a run was first seen whose host is gone.
  private var lostSince: [Losses.Run: Duration] = [:]
  private var lastWords = LastWords()

  package init(realm: String, nodes: [String], at time: Duration) {
    self.init(ClusterSettings(realm: realm, board: "", actions: [], nodes: nodes), at: time)
  }

  /// - Parameter settings: The realm and the times.
  init(_ settings: ClusterSettings, at time: Duration) {
    keys = ClusterKeys(realm: settings.realm)
    self.settings = settings
    (self.time, lastWord, readAt) = (time, time, time)
    store = ClusterStore(keys: keys)
    nodes = NodeSurvey(settings.nodes, at: time, asksSize: false)
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
    case .answer(let id, let answer): receive(answer, toNodeQuestion: id)
    case .watch(let id, let event) where id == watch: receive(event)
    default: break
    }
    advance()
    return outputs
  }

  /// When `time` must be handed in; nil if there is nothing to wait for.
  package var nextDeadline: Duration? {
    let silence = isCurrent ? lastWord + settings.silence : nil
    return [silence, readAt, askAt, isCurrent ? nodes.deadline : nil].compactMap(\.self).min()
  }

  /// What is known now.
  package var view: RealmView {
    var view = RealmView(store, connection: connection, heard: lastWords) { lostSince[$0] }
    view.division = nodes.sentence
    return view
  }

  private var isCurrent: Bool { connection == .connected }

  private mutating func advance() {
    if isCurrent, time >= lastWord + settings.silence {
      connection = .silent(since: lastWord, why: problem)
      (lostSince, askAt) = ([:], nil)
      lastWords.stopFollowing()
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
      let range = EtcdRange(prefix: keys.hosts, limit: 1, keysOnly: true)
      question = send(.read([range]), within: settings.keepAlive)
    }
    if isCurrent { askNodes() }
  }

  private mutating func send(_ request: EtcdRequest, within limit: Duration, by route: EtcdRoute = .any)
    -> RequestID
  {
    lastNumber += 1
    let id = RequestID(number: lastNumber)
    outputs.append(.send(id, request, within: limit, by: route))
    return id
  }

  // MARK: The nodes

  private var nodeRequest: EtcdRequest { NodeEvidence.request(realm: settings.realm) }

  private mutating func askNodes() {
    for address in nodes.takeDue(at: time) {
      let hosts = store.hosts.map { (keys.host($0.key), $0.value.createRevision) }
      let evidence = NodeEvidence(
        cluster: cluster, revision: revision, hosts: Dictionary(uniqueKeysWithValues: hosts))
      proofs[send(nodeRequest, within: settings.keepAlive, by: .node(address))] = (address, evidence)
    }
  }

  private mutating func receive(
    _ answer: Result<EtcdAnswer, EtcdFailure>, toNodeQuestion id: RequestID
  ) {
    let soon = time + settings.keepAlive
    if let (node, evidence) = proofs.removeValue(forKey: id) {
      switch answer {
      case .failure(let failure): nodes.note(node, .silent(why: failure.description), askAt: soon)
      case .success(let answer):
        guard let missing = evidence.missing(in: answer) else {
          nodes.note(node, .proven(member: answer.header.memberID), askAt: time + settings.rangeAgain)
          return
        }
        nodes.note(node, .lacking(cluster: answer.header.clusterID), askAt: nil)
        confirmations[send(nodeRequest, within: settings.keepAlive)] = (node, missing)
      }
    } else if let (node, missing) = confirmations.removeValue(forKey: id) {
      if case .success(let answer) = answer, missing.isConfirmed(by: answer) {
        nodes.note(node, .foreign, askAt: soon)
      } else {
        nodes.ask(node, at: soon)
      }
    }
  }

  // MARK: Everything

  private mutating func requestEverything() {
    readAt = nil
    guard reading == nil else { return }
    reading = send(.read(keys.allButLogs), within: settings.answer)
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
    (store, revision, cluster) = (read, header.revision, header.clusterID)
    (lastWord, problem, connection) = (time, nil, .connected)
    readAt = time + settings.rangeAgain
    if question == nil { askAt = time + settings.keepAlive }
    guard watch == nil else { return }
    lastNumber += 1
    let id = WatchID(number: lastNumber)
    watch = id
    outputs.append(.watch(id, prefix: keys.root, from: revision + 1, by: .any))
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
    lastWords.take(store, at: time, lease: settings.lease)
  }
}
