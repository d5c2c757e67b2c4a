import Etcd

/// The membership: a lease, and the keys that live as long as it.
struct Session: Sendable {
  enum Phase: Sendable, Equatable {
    /// Asks for a lease at this time.
    case absent(retryAt: Duration)
    case granting
    /// Has a lease, and first creates the keys of its runs again, since etcd has lost them.
    case reentering(lease: Int64)
    case registering(lease: Int64)
    /// Renews the lease at this time; nil while a renewal is asked for.
    case present(lease: Int64, keepAliveAt: Duration?)
    case revoking
  }

  var phase: Phase
  var pause = Pause()
  /// When etcd last said something.
  var lastWord: Duration
  /// Since when this member has been there to hear it: since it joined, and since the last silence or pause.
  var listeningSince: Duration
  /// Since when it has said nothing that this member could hear.
  var quietSince: Duration { max(lastWord, listeningSince) }
  /// Whether a pause of this member was taken into account since the last word. On a machine that is always
  /// late, etcd would never be silent otherwise.
  var isExcused = false
  /// When it fell silent; nil while it is not.
  var silentSince: Duration?
  var isSilent: Bool { silentSince != nil }
  /// Whether it has been a member before.
  var wasPresent = false
  let began: Duration
  /// The revision of the last registration.
  var hostRevision: Int64 = 0
  /// What the nodes of the cluster know since then; nil before.
  var proof: EtcdProof?
  var provenLease: Int64?
  /// The digests that were last sent.
  var published: [String: String] = [:]
  /// The last failure since etcd said something.
  var problem: String?
  /// Why etcd does not let this host be a member, which time does not change; nil if it does.
  var refusal: String?

  init(at time: Duration) {
    phase = .absent(retryAt: time)
    (lastWord, listeningSince, began) = (time, time, time)
  }

  /// Whether it is not registered under a lease, or not any more.
  var isJoining: Bool {
    switch phase {
    case .absent, .granting, .reentering: true
    case .registering(let lease): lease != provenLease
    case .present, .revoking: false
    }
  }

  var lease: Int64? { if case .present(let lease, _) = phase { lease } else { nil } }
}

enum SessionStep: Sendable, Equatable {
  case grant
  case register(lease: Int64)
  case keepAlive(lease: Int64)
  case revoke
}

extension Member {
  var sessionDeadline: Duration? {
    let silence = session.wasPresent && !session.isSilent ? session.quietSince + settings.silence : nil
    let step: Duration? =
      switch session.phase {
      case .absent(let retryAt): departure == nil ? retryAt : nil
      case .present(_, let keepAliveAt): keepAliveAt
      default: nil
      }
    return [silence, step].compactMap { $0 }.min()
  }

  mutating func advanceSession() {
    let end = session.quietSince + settings.silence
    if session.wasPresent, !session.isSilent, time >= end {
      if time >= end + settings.lateness, !session.isExcused { listenAgain() } else { fallSilent() }
    }
    switch session.phase {
    case .absent(let retryAt) where time >= retryAt && departure == nil:
      session.phase = .granting
      let seconds = max(1, settings.lease.components.seconds)
      send(.grantLease(id: 0, seconds: seconds), for: .session(.grant))
    case .reentering(let lease) where !isReentering: register(lease)
    case .present(let lease, let keepAliveAt?) where time >= keepAliveAt:
      session.phase = .present(lease: lease, keepAliveAt: nil)
      send(.keepAlive(lease: lease), for: .session(.keepAlive(lease: lease)), within: settings.keepAlive)
    default: break
    }
  }

  mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>, to step: SessionStep) {
    if case .failure(let failure) = answer, failure.isRefusal { session.refusal = failure.description }
    switch (step, answer) {
    case (.grant, .success(.lease(_, let lease, _))):
      if isReentering { session.phase = .reentering(lease: lease) } else { register(lease) }
    case (.register(let lease), .success(.transaction(let header, true, _))):
      session.phase = .present(lease: lease, keepAliveAt: time + settings.keepAlive)
      if !session.wasPresent { (session.wasPresent, session.listeningSince) = (true, time) }
      session.pause.reset()
      session.refusal = nil
      session.hostRevision = header.revision
      noteMembership(lease, header)
      repeatNews()
      if session.published != digests { register(lease) }
      readEverything()
      askForStorage()
    case (.register(let lease), .success(.transaction(_, false, let results))):
      // An earlier registration arrived after all, or the keys have expired.
      guard case .range(let entries, _)? = results.first else { break }
      session.hostRevision = entries.first?.modRevision ?? 0
      register(lease)
    case (.keepAlive(let lease), .success(.lease(_, _, let seconds))):
      guard lease == session.lease else { return }
      if seconds > 0 {
        session.phase = .present(lease: lease, keepAliveAt: time + settings.keepAlive)
        session.pause.reset()
        session.refusal = nil
      } else {
        session.phase = .absent(retryAt: time)
      }
    case (.keepAlive(let lease), .failure(.leaseNotFound)):
      if lease == session.lease { session.phase = .absent(retryAt: time) }
    case (.keepAlive(let lease), _):
      guard lease == session.lease else { return }
      let pause = min(session.pause.next(settings), settings.keepAlive)
      session.phase = .present(lease: lease, keepAliveAt: time + pause)
    case (.revoke, _): departure?.isOver = true
    case (.grant, _), (.register, _):
      session.phase = .absent(retryAt: time + session.pause.next(settings))
    }
  }

  /// Writes the keys that tell others who is there, and which actions it shares.
  ///
  /// A registration can arrive late, after the next one, and with an older lease and older digests. It has no
  /// effect then, because each compares what the one before has written.
  private mutating func register(_ lease: Int64) {
    let host = HostValue(
      host: identity.host, user: identity.user, program: identity.program, process: identity.process,
      started: identity.started)
    let key = keys.host(identity.id)
    session.published = digests
    session.phase = .registering(lease: lease)
    let transaction = EtcdTransaction(
      comparisons: [EtcdComparison(key: key, .modRevision(session.hostRevision))],
      success: [
        .put(key: key, value: StoredJSON.bytes(host), lease: lease),
        .put(
          key: keys.board(settings.board, identity.id), value: StoredJSON.bytes(BoardValue(actions: digests)),
          lease: lease),
      ],
      failure: [.range(EtcdRange(key: key))])
    send(.transaction(transaction), for: .session(.register(lease: lease)))
  }

  /// The key of this member is in etcd: it tells whether a node is one of the same cluster.
  private mutating func noteMembership(_ lease: Int64, _ header: EtcdHeader) {
    session.proof = EtcdProof(
      key: keys.host(identity.id), revision: header.revision, clusterID: header.clusterID)
    guard lease != session.provenLease else { return }
    session.provenLease = lease
    nodes.begin(at: time)
  }

  private var digests: [String: String] {
    Dictionary(settings.actions.map { ($0.id, $0.digest) }) { first, _ in first }
  }

  /// Presses that are under way fail to claim, because they compare the key of the board, and evaluate the
  /// new guard.
  mutating func apply(_ settings: ClusterSettings) {
    self.settings = settings
    nodes.replace(by: settings.nodes, at: time)
    if let lease = session.lease, session.published != digests { register(lease) }
  }

  /// Requests go elsewhere from now on: what waits for a better time, or was refused, is tried at once. This
  /// is the same member, with its lease and its runs.
  ///
  /// The nodes are known before anything is asked: one that is not known to be of the same etcd gets no
  /// request.
  mutating func reconnect(_ settings: ClusterSettings) {
    apply(settings)
    (session.refusal, session.pause) = (nil, Pause())
    (mirror.pause, mirror.readAt) = (Pause(), session.lease == nil ? nil : time)
    endWatch()
    switch session.phase {
    case .absent: session.phase = .absent(retryAt: time)
    case .present: hastenRenewal()
    case .granting, .reentering, .registering, .revoking: break
    }
    for index in presses.indices {
      if case .idle = presses[index].phase { presses[index].phase = .idle(readAt: time) }
    }
    for index in runs.indices {
      if case .releasing(let result, .some) = runs[index].phase {
        runs[index].phase = .releasing(result, retryAt: time)
      }
    }
  }

  /// Registers again if somebody has deleted the keys of this member.
  mutating func lookAfterOwnKeys() {
    guard session.lease != nil, mirror.revision > session.hostRevision, departure == nil else { return }
    let boards = mirror.store.boards[settings.board] ?? [:]
    guard mirror.store.hosts[identity.id] == nil || boards[identity.id] == nil else { return }
    session.phase = .absent(retryAt: time)
  }

  /// The lease seems to have expired: asks at once.
  mutating func hastenRenewal() {
    guard case .present(let lease, .some) = session.phase else { return }
    session.phase = .present(lease: lease, keepAliveAt: time)
  }

  /// etcd has said something.
  mutating func noteWord(_ header: EtcdHeader) {
    session.lastWord = time
    session.problem = nil
    session.isExcused = false
    guard session.isSilent else { return }
    session.silentSince = nil
    session.listeningSince = time
    if session.lease != nil { readEverything() }
  }

  /// Nobody was there to hear etcd: this process was stopped, or its machine has slept. That is no silence,
  /// and what is known is old.
  mutating func listenAgain() {
    guard session.wasPresent, !session.isSilent else { return }
    session.listeningSince = time
    session.isExcused = true
    forgetOthers()
    hastenRenewal()
    if session.lease != nil { readEverything() }
  }

  private mutating func forgetOthers() {
    mirror.isCurrent = false
    losses = Losses()
  }

  private mutating func fallSilent() {
    session.silentSince = session.quietSince
    forgetOthers()
    guard settings.cancelsWhenCutOff else { return }
    for index in runs.indices { cancel(index, "this host is cut off from etcd") }
  }
}
